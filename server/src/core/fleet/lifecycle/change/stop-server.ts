import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { beginningOf } from '../../servers/begin-move.ts';
import { requireAction } from '../../servers/server.rules.ts';
import { lockOwnServer } from '../../servers/servers.store.ts';
import { wish } from '../wish.ts';

/** Records the wish to power off. The server keeps its GPUs, disks and addresses and is still billed while STOPPED. */
export function stopServer(ctx: CustomerCtx, input: { serverId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    requireAction(server, 'stop');
    await wish(tx, ctx, server, {
      change: await beginningOf(tx, ctx.clock, server, 'stop'),
      type: 'server.stop_requested',
      data: {},
    });
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'server.stopped', target: server.id });
  });
}
