import type { Micros } from '@boreal/contract/money.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ctx.ts';
import { giveCredit, moveHouse, takeCredit } from '../ledger/ledger.store.ts';
import { readTaxes } from '../tax/tax.rules.ts';
import type { RefundRow } from './refunds.store.ts';

/** What of a refund moves money, and where its net comes from. */
export type RefundPosting = Pick<RefundRow, 'id' | 'accountId' | 'paymentId' | 'netMicros' | 'creditMicros' | 'taxes'> & {
  /** True for the money of a term that was ordered: it was revenue. */
  readonly ofTerm: boolean;
};

/**
 * Books money that goes back to its card. Of credit that was bought, the customer's credit gives it; what is not there
 * any more, when a bank takes it back, is the house's loss. Of a term, what was earned gives it, by way of the credit, so
 * that the customer sees it. The state's part comes from the taxes.
 */
export async function postRefund(tx: Tx, ctx: Ctx, refund: RefundPosting): Promise<void> {
  const { id, accountId, netMicros } = refund;
  const key = `card-refund:${id}`;
  const description = `Given back to the card: ${refund.paymentId}`;
  const throughCredit = refund.ofTerm ? netMicros : refund.creditMicros;
  if (refund.ofTerm && netMicros > 0n) {
    await giveCredit(tx, ctx, {
      accountId,
      key: `${key}:earned`,
      type: 'order',
      amountMicros: netMicros,
      against: 'revenue',
      description: `Refund of ${refund.paymentId}`,
    });
  }
  if (throughCredit > 0n) {
    await takeCredit(tx, ctx, {
      accountId,
      key: `${key}:credit`,
      type: 'refund',
      amountMicros: throughCredit,
      against: 'cash',
      description,
    });
  }
  await moveHouse(tx, ctx, {
    key: `${key}:loss`,
    type: 'refund',
    from: 'revenue',
    to: 'cash',
    amountMicros: netMicros - throughCredit,
    description,
  });
  await moveTaxes(tx, ctx, refund, { key: `${key}:tax`, from: 'tax', to: 'cash', description });
}

/** Books that the money did not go back after all, or came again: each movement the other way round. */
export async function undoRefund(tx: Tx, ctx: Ctx, refund: RefundPosting): Promise<void> {
  const { id, accountId, netMicros } = refund;
  const key = `card-refund:${id}:undone`;
  const description = `Not given back to the card: ${refund.paymentId}`;
  const throughCredit: Micros = refund.ofTerm ? netMicros : refund.creditMicros;
  if (throughCredit > 0n) {
    await giveCredit(tx, ctx, {
      accountId,
      key: `${key}:credit`,
      type: 'adjustment',
      amountMicros: throughCredit,
      against: 'cash',
      description,
    });
  }
  if (refund.ofTerm && netMicros > 0n) {
    await takeCredit(tx, ctx, {
      accountId,
      key: `${key}:earned`,
      type: 'order',
      amountMicros: netMicros,
      against: 'revenue',
      description,
    });
  }
  await moveHouse(tx, ctx, {
    key: `${key}:loss`,
    type: 'adjustment',
    from: 'cash',
    to: 'revenue',
    amountMicros: netMicros - throughCredit,
    description,
  });
  await moveTaxes(tx, ctx, refund, { key: `${key}:tax`, from: 'cash', to: 'tax', description });
}

async function moveTaxes(
  tx: Tx,
  ctx: Ctx,
  refund: RefundPosting,
  to: { key: string; from: 'tax' | 'cash'; to: 'tax' | 'cash'; description: string },
): Promise<void> {
  for (const tax of readTaxes(refund.taxes)) {
    const { key, ...sides } = to;
    await moveHouse(tx, ctx, { ...sides, key: `${key}:${tax.register}`, type: 'refund', amountMicros: tax.amountMicros });
  }
}
