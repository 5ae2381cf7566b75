import type { OperatorServerAction } from '@boreal/contract/operator/server-action.ts';
import type { Tx } from '../../../../db/connect.ts';
import { notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { recordNotice } from '../../../ground/notices/record-notice.ts';
import { stopClock } from '../../../money/clocks/clock-runs.store.ts';
import { shareMeterMark } from '../../../money/clocks/meter-mark.store.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import { beginningOf } from '../../servers/begin-move.ts';
import { requireAction } from '../../servers/server.rules.ts';
import { findServer, lockServer, type LockedServer } from '../../servers/servers.store.ts';
import { wish } from '../wish.ts';

interface Deed {
  readonly serverId: string;
  readonly action: OperatorServerAction;
  /** The customer reads it. */
  readonly reason: string;
}

/**
 * Stops or hibernates a customer's server without their request: it attacks others, or harms its host. Billed as if the customer had
 * requested it, and the customer may start it again; the limit of what hibernated servers may keep does not apply. The customer reads the
 * reason in the activity log and by mail. For operators. @throws NOT_FOUND · INVALID_STATE · OPERATION_IN_PROGRESS
 */
export function actOnAnyServer(ctx: Ctx, deed: Deed): Promise<void> {
  const { serverId, action, reason } = deed;
  return ctx.transact(async (tx) => {
    const found = await findServer(tx, serverId);
    if (!found) throw notFound('server');
    await shareMeterMark(tx);
    await lockAccount(tx, found.accountId);
    const server = await lockServer(tx, serverId);
    if (!server || server.status === 'DELETED') throw notFound('server');
    requireAction(server, action);
    await begin[action](tx, ctx, { server, reason });
    const { accountId, name: serverName } = server;
    await recordNotice(tx, ctx, { accountId, kind: 'server_halted', serverId, data: { serverName, action, reason } });
    await recordAudit(tx, ctx, { accountId, action: audited[action], target: serverId, detail: { reason } });
  });
}

const audited = { stop: 'server.stopped', hibernate: 'server.hibernated' } as const satisfies Record<OperatorServerAction, string>;

interface Halt {
  readonly server: LockedServer;
  readonly reason: string;
}

const begin = { stop, hibernate } as const satisfies Record<OperatorServerAction, (tx: Tx, ctx: Ctx, halt: Halt) => Promise<void>>;

async function stop(tx: Tx, ctx: Ctx, { server, reason }: Halt): Promise<void> {
  const change = await beginningOf(tx, ctx.clock, server, 'stop');
  await wish(tx, ctx, server, { change, type: 'server.stop_requested', level: 'warning', data: { operatorsReason: reason } });
}

async function hibernate(tx: Tx, ctx: Ctx, { server, reason }: Halt): Promise<void> {
  await stopClock(tx, { serverId: server.id, at: ctx.clock.now() });
  const change = await beginningOf(tx, ctx.clock, server, 'hibernate');
  const data = { reason: null, operatorsReason: reason };
  await wish(tx, ctx, server, { change, type: 'server.hibernate_requested', level: 'warning', data });
}
