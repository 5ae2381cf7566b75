import type { CreateTopUpRequest } from '@boreal/contract/billing/payments.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { requireExpected } from '../../money/prices/require-expected.ts';
import { beginPayment } from '../payments/begin-payment.ts';
import { centsToMicros } from './top-up.rules.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/**
 * Buys credit with a card: stores the intent and wakes the worker that calls the provider. The credit is booked as soon as the provider
 * confirms; `getPayment` has the outcome, `settlePayment` asks immediately. `key` identifies the intent: the same key returns the same one.
 * `present`: the cardholder is at the browser.
 * @throws PAYMENT_REQUIRED there is no card · NOT_FOUND the named card does not exist · INVALID_REQUEST no address to tax · PRICE_CHANGED ·
 * IDEMPOTENCY_CONFLICT
 */
export function createTopUp(
  ctx: CustomerCtx,
  input: CreateTopUpRequest & { key?: string; present?: boolean },
): Promise<{ paymentId: string }> {
  const key = `topup:${input.key ?? newId('payment', ctx.clock.now())}`;
  return ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'billing.write');
    const { accountId } = ctx;
    const account = await lockAccount(tx, accountId);
    const netMicros = centsToMicros(input.amountCad);
    const payment = await beginPayment(tx, ctx, account, {
      key,
      purpose: 'topup',
      netMicros,
      cardId: input.cardId,
      present: input.present,
    });
    requireExpected(input.expectedTotalCad, payment.totalMicros);
    if (payment.isNew) {
      await recordAudit(tx, ctx, { accountId, action: 'topup.created', target: payment.id, detail: { netMicros: String(netMicros) } });
    }
    return { paymentId: payment.id };
  });
}
