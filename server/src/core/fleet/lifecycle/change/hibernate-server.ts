import type { HibernationReason } from '@boreal/contract/servers/events.ts';
import type { Tx } from '../../../../db/connect.ts';
import { stopClock } from '../../../money/clocks/clock-runs.store.ts';
import { shareMeterMark } from '../../../money/clocks/meter-mark.store.ts';
import { AppError } from '../../../../kit/errors.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx, CustomerCtx } from '../../../ground/ctx.ts';
import { gatherNotice } from '../../../ground/notices/gather-notice.ts';
import { beginningOf } from '../../servers/begin-move.ts';
import { requireAction } from '../../servers/server.rules.ts';
import { readPromised } from '../../engines/engine-traits.store.ts';
import { readHibernatedGb } from '../../servers/hibernated-gb.store.ts';
import { lockOwnServer, lockServer, type LockedServer } from '../../servers/servers.store.ts';
import { wish } from '../wish.ts';

/**
 * Records the wish to hibernate. Billing ends with the paid hour; the disks are kept, addresses and GPUs are released.
 * @throws NOT_FOUND · INVALID_STATE · HIBERNATION_LIMIT
 */
export function hibernateServer(ctx: CustomerCtx, input: { serverId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    await shareMeterMark(tx);
    // Locked so that two of the account's servers cannot exceed the limit together.
    await lockAccount(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    requireAction(server, 'hibernate');
    await requireMayKeep(tx, server);
    await stopClock(tx, { serverId: server.id, at: ctx.clock.now() });
    const change = await beginningOf(tx, ctx.clock, server, 'hibernate');
    await wish(tx, ctx, server, { change, type: 'server.hibernate_requested', data: { reason: null } });
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'server.hibernated', target: server.id });
  });
}

/** Nobody pays for what a hibernated server keeps, so operators may limit it. */
async function requireMayKeep(tx: Tx, server: LockedServer): Promise<void> {
  const kept = await readHibernatedGb(tx, server.accountId);
  if (!kept || kept.limitGb === null) return;
  const { usedGb: keptGb, limitGb } = kept;
  const plan = await requirePlan(tx, server.planId);
  const { workDisk } = await readPromised(tx, server);
  const neededGb = plan.storageGb + (workDisk === 'kept' ? plan.localStorageGb : 0);
  if (keptGb + neededGb > limitGb) throw new AppError('HIBERNATION_LIMIT', { limitGb, keptGb, neededGb });
}

const unpaidNotices = {
  // Its members were told when it was suspended.
  ACCOUNT_SUSPENDED: null,
  CREDIT_EXHAUSTED: 'credit_exhausted',
  BUDGET_CAP_REACHED: 'budget_reached',
  KEY_CAP_REACHED: 'budget_reached',
  NO_PRICE: 'hibernated',
  TERM_ENDED: 'hibernated',
  ORDER_CANCELED: 'hibernated',
} as const satisfies Record<HibernationReason, string | null>;

/**
 * Hibernates a server whose next hour or term is not paid; its clock has stopped. No effect on one that is already hibernated, or about to
 * be. The customer gets one mail for all servers that end together. The account is locked.
 */
export async function hibernateUnpaidServer(tx: Tx, ctx: Ctx, input: { serverId: string; reason: HibernationReason }): Promise<void> {
  const server = await lockServer(tx, input.serverId);
  if (!server || server.goal === 'hibernated' || server.goal === 'gone') return;
  const change = await beginningOf(tx, ctx.clock, server, 'end');
  await wish(tx, ctx, server, { change, type: 'server.hibernate_requested', level: 'warning', data: { reason: input.reason } });
  const kind = unpaidNotices[input.reason];
  if (kind === null) return;
  const data = { serverName: server.name, ...(input.reason === 'ORDER_CANCELED' && { canceled: true }) };
  await gatherNotice(tx, ctx, { accountId: server.accountId, kind, serverId: server.id, data });
}
