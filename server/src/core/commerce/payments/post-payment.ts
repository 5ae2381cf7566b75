import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { giveCredit, moveHouse } from '../../money/ledger/ledger.store.ts';
import type { LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { readTaxes } from '../../money/tax/tax.rules.ts';
import type { PaymentRow } from './payments.store.ts';

/**
 * Books a card's money: the amount before tax becomes the customer's credit, and each tax is owed to the government. An ordered term is
 * then paid from that credit, in the same transaction.
 */
export async function postPayment(tx: Tx, ctx: Ctx, account: LockedAccount, payment: PaymentRow): Promise<void> {
  const type = payment.orderId === null ? 'topup' : 'order';
  await giveCredit(tx, ctx, account, {
    key: `payment:${payment.id}:credit`,
    type,
    amountMicros: payment.netMicros,
    against: 'cash',
    data: { of: 'card_payment', purpose: payment.purpose },
  });
  for (const tax of readTaxes(payment.taxes)) {
    await moveHouse(tx, ctx, {
      key: `payment:${payment.id}:tax:${tax.register}`,
      type,
      from: 'cash',
      to: 'tax',
      amountMicros: tax.amountMicros,
      data: { of: 'tax', code: tax.code, paymentId: payment.id },
    });
  }
}
