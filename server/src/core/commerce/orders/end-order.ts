import { prorate, type Micros } from '@boreal/contract/values/money.ts';
import { refundReasons } from '@boreal/contract/billing/refund-reasons.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { endPromise } from '../../fleet/capacity/places/promised-places.store.ts';
import { optionKey } from '../../fleet/backups/backup-price.rules.ts';
import type { ServerRow } from '../../fleet/servers/servers.store.ts';
import { countOptionRefund } from '../../money/agents/require-within-caps.ts';
import { findTransferByKey, giveCredit } from '../../money/ledger/ledger.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { findPayment } from '../payments/payments.store.ts';
import { refundRest } from '../refunds/begin-refund.ts';
import { changeOrder, findOrderOfServer, lockOrder } from './orders.store.ts';
import { findTerm, listTerms, type TermRow } from '../payments/terms.store.ts';

/**
 * Ends the order of a server that is deleted, or that could not be provisioned; no effect on an hourly one. Refunds to the card, with
 * taxes, a paid term that has not begun, and every term of a server that never started; not a term that has begun. A charge in progress is
 * refunded when it succeeds. Returns what is refunded to the card, taxes included. The account is locked; the server's row may be.
 */
export async function endOrder(tx: Tx, ctx: Ctx, server: EndedServer): Promise<Micros> {
  const found = await findOrderOfServer(tx, server.id);
  const order = found && (await lockOrder(tx, found.id));
  if (!order || order.status === 'failed') return 0n;
  await endPromise(tx, server.id);
  const now = ctx.clock.now();
  const status = order.status === 'pending' ? 'failed' : 'ended';
  await changeOrder(tx, { orderId: order.id, at: now, change: { status, autoRenew: false, renewAt: null } });
  const neverCameUp = server.firstActiveAt === null;
  // Including a term that is over, if nothing has processed the server for so long.
  const unused = (await listTerms(tx, { orderId: order.id })).filter((term) => neverCameUp || term.startsAt > now);
  const reason = neverCameUp ? refundReasons.neverCameUp.en : refundReasons.termNotBegun.en;
  let backMicros = 0n;
  for (const term of unused) {
    const payment = await findPayment(tx, term.paymentId);
    if (payment) backMicros += await refundRest(tx, ctx, { payment, reason });
    await refundBackupsOf(tx, ctx, server, { term, unusedFrom: unused[0] ?? term });
  }
  return backMicros;
}

type EndedServer = Pick<ServerRow, 'id' | 'accountId' | 'name' | 'firstActiveAt'>;

/**
 * A backup option turned on after the next term was paid was paid from the credit up to that term's end. Refunds to the credit the part for
 * unused terms, the first of which is `unusedFrom`.
 */
async function refundBackupsOf(
  tx: Tx,
  ctx: Ctx,
  { id: serverId, accountId, name }: EndedServer,
  { term, unusedFrom }: { term: TermRow; unusedFrom: TermRow },
): Promise<void> {
  const paid = await findTransferByKey(tx, optionKey(serverId, term.endsAt));
  if (!paid) return;
  const end = term.endsAt.getTime();
  // If the option was already paid for the term before, this payment covered only this term.
  const from = (await isOptionPaidBefore(tx, serverId, term)) ? term.startsAt : paid.createdAt;
  const paidMs = end - from.getTime();
  const unusedMs = Math.min(paidMs, end - unusedFrom.startsAt.getTime());
  const amountMicros = paidMs <= 0 ? 0n : prorate(paid.amountMicros, BigInt(unusedMs), BigInt(paidMs));
  if (amountMicros === 0n) return;
  const { moved } = await giveCredit(tx, ctx, await lockAccount(tx, accountId), {
    key: `backup-option-unused:${serverId}:${term.endsAt.toISOString()}`,
    type: 'backup',
    amountMicros,
    against: 'revenue',
    serverId,
    refundOf: paid.createdAt,
    data: { of: 'backup_option_refund', serverName: name },
  });
  if (moved) await countOptionRefund(tx, { serverId, chargedAt: paid.createdAt, amountMicros });
}

/** Whether a server's backup option was paid up to the beginning of a term: from the credit, or with the term before. */
async function isOptionPaidBefore(tx: Tx, serverId: string, { orderId, number, startsAt }: TermRow): Promise<boolean> {
  if ((await findTransferByKey(tx, optionKey(serverId, startsAt))) !== null) return true;
  const before = await findTerm(tx, { orderId, number: number - 1 });
  return before !== null && before.backupMicros > 0n && before.endsAt.getTime() === startsAt.getTime();
}
