import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { beginningOf } from '../../servers/begin-move.ts';
import { requireAction } from '../../servers/server.rules.ts';
import { lockOwnServer } from '../../servers/servers.store.ts';
import { wish } from '../wish.ts';

/** Records the wish to restart; the status is REBOOTING until the machine is back. */
export function rebootServer(ctx: CustomerCtx, input: { serverId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    requireAction(server, 'reboot');
    await wish(tx, ctx, server, {
      change: { ...(await beginningOf(tx, ctx.clock, server, 'reboot')), rebootIntent: server.intent + 1 },
      type: 'server.reboot_requested',
      toStatus: 'REBOOTING',
    });
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'server.rebooted', target: server.id });
  });
}
