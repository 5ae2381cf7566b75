import type { Micros } from '@boreal/contract/values/money.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import type { PaymentRow } from '../payments/payments.store.ts';
import { keepTaxes, readTaxes, sumTaxes, taxesToRefund, type TaxPart } from '../../money/tax/tax.rules.ts';
import { hasTerm } from '../payments/terms.store.ts';
import { readEarned } from './earned.store.ts';
import { postRefund } from './post-refund.ts';
import { hasReturnedToCredit, insertRefund, listLiveRefunds, type RefundRow } from './refunds.store.ts';

/** What has been refunded of a payment so far. */
export interface RefundedSoFar {
  readonly netMicros: Micros;
  readonly taxes: readonly TaxPart[];
}

export async function refundedSoFar(tx: Sql | Tx, paymentId: string): Promise<RefundedSoFar> {
  const rows = await listLiveRefunds(tx, paymentId);
  return {
    netMicros: rows.reduce((sum, row) => sum + row.netMicros, 0n),
    taxes: rows.flatMap((row) => readTaxes(row.taxes)),
  };
}

/** What can be refunded of a payment, before tax: what is left of it, at most what was earned with it plus what the credit holds. */
export function refundableOf(payment: PaymentRow, of: { refundedMicros: Micros; earnedMicros: Micros; balanceMicros: Micros }): Micros {
  if (payment.status !== 'succeeded') return 0n;
  // A bank may have taken more than that, after everything we had refunded.
  const leftMicros = payment.netMicros > of.refundedMicros ? payment.netMicros - of.refundedMicros : 0n;
  return least(leftMicros, of.earnedMicros + of.balanceMicros);
}

/**
 * Stores the intent to refund a payment and books it immediately, so that the customer cannot spend money that is on its way back; the
 * sweep calls the provider. Locks the account.
 * @throws NOT_REFUNDABLE more than is left of the payment, or than the credit still holds
 */
export async function beginRefund(
  tx: Tx,
  ctx: Ctx,
  input: { payment: PaymentRow; netMicros: Micros; key: string; reason: string },
): Promise<{ id: string; netMicros: Micros; taxMicros: Micros }> {
  const { payment, netMicros } = input;
  const account = await lockAccount(tx, payment.accountId);
  const { balanceMicros } = account;
  const earnedMicros = await readEarned(tx, payment.id);
  const before = await refundedSoFar(tx, payment.id);
  const refundableMicros = refundableOf(payment, { refundedMicros: before.netMicros, earnedMicros, balanceMicros });
  if (netMicros > refundableMicros) throw new AppError('NOT_REFUNDABLE', { refundableMicros });
  const taxes = taxesToRefund(readTaxes(payment.taxes), {
    netMicros: payment.netMicros,
    refundedNetMicros: before.netMicros,
    refunded: before.taxes,
    refundMicros: netMicros,
  });
  const now = ctx.clock.now();
  const row = {
    id: newId('refund', now),
    paymentId: payment.id,
    accountId: payment.accountId,
    key: input.key,
    kind: 'refund',
    status: 'pending',
    netMicros,
    taxMicros: sumTaxes(taxes),
    creditMicros: netMicros - least(netMicros, earnedMicros),
    lossMicros: 0n,
    reason: input.reason,
    ref: null,
    checkAt: now,
    attempts: 0,
    leaseToken: 0,
    leaseUntil: null,
    createdAt: now,
    settledAt: null,
  } as const satisfies Omit<RefundRow, 'taxes'>;
  await insertRefund(tx, { ...row, taxes: keepTaxes(taxes) });
  await postRefund(tx, ctx, account, { ...row, taxes: JSON.parse(keepTaxes(taxes)) });
  return { id: row.id, netMicros, taxMicros: row.taxMicros };
}

/**
 * Refunds everything that is left of a payment, for instance for an order that cannot be served; no effect if that is already in progress.
 * What has come back before is the customer's credit, and remains so. Returns what is refunded, taxes included.
 */
export async function refundRest(tx: Tx, ctx: Ctx, input: { payment: PaymentRow; reason: string }): Promise<Micros> {
  const restMicros = await restOf(tx, input.payment);
  if (restMicros <= 0n) return 0n;
  const begun = await beginRefund(tx, ctx, { ...input, netMicros: restMicros, key: `rest:${ctx.clock.now().toISOString()}` });
  return begun.netMicros + begun.taxMicros;
}

async function restOf(tx: Tx, { id, netMicros }: PaymentRow): Promise<Micros> {
  const leftMicros = netMicros - (await refundedSoFar(tx, id)).netMicros;
  if (await hasTerm(tx, id)) return least(leftMicros, await readEarned(tx, id));
  return (await hasReturnedToCredit(tx, id)) ? 0n : leftMicros;
}

export function least(one: Micros, other: Micros): Micros {
  return one < other ? one : other;
}
