import type { Attention } from '@boreal/contract/account/attention.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { RENEWAL_TRIES_MS } from '../orders/order.rules.ts';
import { hasReloadStopped, selectEndingOrders, selectFailedBackups, selectRecentPayments } from './attention.store.ts';

/** How long a decline, and the end of a term, are shown. */
const TOLD_MS = 7 * DAY_MS;

/** Rare things in the account that need attention now, most urgent first; usually none. */
export async function listAttention(ctx: CustomerCtx): Promise<Attention[]> {
  const db = ctx.db.sql;
  const { accountId } = ctx;
  await requireRole(db, ctx, 'billing.read');
  const reloadStopped = await hasReloadStopped(db, accountId);
  const ofOrders = await attentionOfOrders(ctx);
  const ofPayments = await attentionOfPayments(ctx);
  const backups = await selectFailedBackups(db, accountId);
  const toldByOrder = new Set(ofOrders.map(({ orderId }) => orderId));
  return [
    ...ofPayments.waiting,
    ...ofOrders,
    ...(reloadStopped ? [{ kind: 'auto_reload_stopped' as const }] : []),
    // A charge is not listed if its order or auto-reload is listed already.
    ...ofPayments.failed
      .filter(({ orderId, purpose }) => !(purpose === 'auto_reload' && reloadStopped) && !(orderId !== null && toldByOrder.has(orderId)))
      .map(({ orderId: _orderId, ...told }) => told),
    ...backups.map(({ at, ...server }) => ({ kind: 'backup_failed' as const, ...server, at: at.toISOString() })),
  ];
}

type OfOrder = Extract<Attention, { kind: 'renewal_failed' | 'term_over' }>;

/** Renewals that failed, and terms that are over. */
async function attentionOfOrders({ db, accountId, clock }: CustomerCtx): Promise<OfOrder[]> {
  const now = clock.now();
  const ending = await selectEndingOrders(db.sql, { accountId, from: addMs(now, -TOLD_MS), to: addMs(now, RENEWAL_TRIES_MS[0]) });
  return ending.flatMap(({ id: orderId, serverName, status, autoRenew, renewAt, termEnd }): OfOrder[] => {
    const told = { orderId, serverName, termEnd: termEnd.toISOString() };
    if (status === 'ended') return [{ kind: 'term_over', ...told }];
    // A renewal that is due now has not been tried yet.
    const tried = autoRenew && termEnd > now && (renewAt === null || renewAt > now);
    return tried ? [{ kind: 'renewal_failed', ...told }] : [];
  });
}

/** Charges that wait for their cardholder, and the latest charge if it was declined. */
async function attentionOfPayments({ db, accountId, clock }: CustomerCtx) {
  const recent = await selectRecentPayments(db.sql, accountId);
  const told = ({ id, purpose, netMicros, taxMicros }: (typeof recent)[number]) => ({
    paymentId: id,
    purpose,
    total: toCad(netMicros + taxMicros),
  });
  const [latest] = recent;
  // A cancelled charge says nothing about the card.
  const declined = latest?.status === 'failed' && latest.declineReason !== 'canceled' && latest.createdAt > addMs(clock.now(), -TOLD_MS);
  return {
    waiting: recent
      .filter(({ status, settledAt }) => status === 'requires_action' && settledAt === null)
      .map((payment) => ({ kind: 'payment_waits' as const, ...told(payment) })),
    failed: latest && declined ? [{ kind: 'payment_failed' as const, ...told(latest), orderId: latest.orderId }] : [],
  };
}
