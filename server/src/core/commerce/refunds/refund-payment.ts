import { moneySentences } from '@boreal/contract/request-sentences/money.sentences.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import type { RefundBegun as Told } from '@boreal/contract/operator/oversight.ts';
import type { z } from 'zod';
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { findPayment } from '../payments/payments.store.ts';
import { beginRefund, refundedSoFar } from './begin-refund.ts';
import { findRefundByKey } from './refunds.store.ts';

const MICROS_PER_CENT = 10_000n;

export interface RefundBegun {
  readonly id: string;
  readonly accountId: string;
  /** Micro-CAD before tax, and the tax refunded with it. */
  readonly netMicros: bigint;
  readonly taxMicros: bigint;
  /** False if an earlier call with the same key began it. */
  readonly isNew: boolean;
}

/**
 * Refunds money of a payment to its card, with its share of the taxes: everything that is left if no amount is given. Bought credit is
 * taken from the account immediately; an ordered server keeps running. For operators; the customer reads the reason on the credit note.
 * @throws NOT_FOUND · NOT_REFUNDABLE · IDEMPOTENCY_CONFLICT the key has refunded another amount
 */
export function refundPayment(
  ctx: Ctx,
  input: { paymentId: string; netMicros?: bigint | undefined; reason: string; key: string },
): Promise<RefundBegun> {
  return ctx.transact(async (tx) => {
    const found = await findPayment(tx, input.paymentId);
    if (!found) throw notFound('payment');
    await lockAccount(tx, found.accountId);
    const payment = (await findPayment(tx, input.paymentId)) ?? found;
    const { accountId } = payment;
    const key = `operator:${input.key}`;
    const earlier = await findRefundByKey(tx, { paymentId: payment.id, key });
    if (earlier) {
      if (input.netMicros !== undefined && input.netMicros !== earlier.netMicros) throw new AppError('IDEMPOTENCY_CONFLICT', {});
      return { id: earlier.id, accountId, netMicros: earlier.netMicros, taxMicros: earlier.taxMicros, isNew: false };
    }
    const netMicros = input.netMicros ?? payment.netMicros - (await refundedSoFar(tx, payment.id)).netMicros;
    if (netMicros <= 0n) throw new AppError('NOT_REFUNDABLE', { refundableMicros: 0n });
    if (netMicros % MICROS_PER_CENT !== 0n) throw invalidRequest('amount', moneySentences.wholeCents);
    const begun = await beginRefund(tx, ctx, { payment, netMicros, key, reason: input.reason });
    const detail = { paymentId: payment.id, netMicros: String(netMicros), taxMicros: String(begun.taxMicros), reason: input.reason };
    await recordAudit(tx, ctx, { accountId, action: 'payment.refunded', target: begun.id, detail });
    return { ...begun, accountId, isNew: true };
  });
}

/** A refund in progress, as shown to operators. */
export function tellRefundBegun({ id, accountId, netMicros, taxMicros, isNew }: RefundBegun, paymentId: string): z.infer<typeof Told> {
  return { id, paymentId, accountId, net: toCad(netMicros), tax: toCad(taxMicros), currency: 'CAD', isNew };
}
