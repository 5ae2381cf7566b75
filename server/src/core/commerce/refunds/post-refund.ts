import type { Micros } from '@boreal/contract/values/money.ts';
import type { TransactionData } from '@boreal/contract/billing/transaction-data.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import type { LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { giveCredit, moveHouse, takeCredit } from '../../money/ledger/ledger.store.ts';
import { readTaxes } from '../../money/tax/tax.rules.ts';
import { isTermUnused } from '../payments/terms.store.ts';
import { changeRefund, listLiveRefunds, type RefundRow } from './refunds.store.ts';

/** The parts of a refund that move money. Its net comes from the credit, from our loss, and the rest from what was earned with a term. */
export type RefundPosting = Pick<RefundRow, 'id' | 'paymentId' | 'netMicros' | 'creditMicros' | 'lossMicros' | 'taxes'>;

/**
 * Books money that returns to its card. For bought credit, it comes from the customer's credit. For a term, it comes from revenue by way of
 * the credit, so that the customer sees it. If a bank takes back money that is no longer there, or took it before, that is our loss. The
 * tax portion comes from the taxes owed.
 */
export async function postRefund(tx: Tx, ctx: Ctx, account: LockedAccount, refund: RefundPosting): Promise<void> {
  const { id } = refund;
  const key = `card-refund:${id}`;
  const data = { of: 'card_refund', paymentId: refund.paymentId, step: 'given' } as const;
  const earnedMicros = earned(refund);
  if (earnedMicros > 0n) {
    await giveCredit(tx, ctx, account, {
      key: `${key}:earned`,
      type: 'order',
      amountMicros: earnedMicros,
      against: 'revenue',
      data: { ...data, step: 'term' },
    });
  }
  const throughCredit = earnedMicros + refund.creditMicros;
  if (throughCredit > 0n) {
    await takeCredit(tx, ctx, account, {
      key: `${key}:credit`,
      type: 'refund',
      amountMicros: throughCredit,
      against: 'cash',
      data,
    });
  }
  await moveHouse(tx, ctx, { key: `${key}:loss`, type: 'refund', from: 'loss', to: 'cash', amountMicros: refund.lossMicros, data });
  await moveTaxes(tx, ctx, refund, { key: `${key}:tax`, from: 'tax', to: 'cash', data });
}

/**
 * Books that the money did not leave after all, or came back: reverses each movement. Credit that returns this way first covers our losses
 * on the same payment, so that a card already repaid by its bank is not paid twice. Revenue is earned again, except for a term that is
 * never used: that money stays credit, or we would keep it for nothing. Returns how much the customer's credit has gained.
 */
export async function undoRefund(tx: Tx, ctx: Ctx, account: LockedAccount, refund: RefundPosting): Promise<Micros> {
  const { id } = refund;
  const key = `card-refund:${id}:undone`;
  const data = { of: 'card_refund', paymentId: refund.paymentId, step: 'undone' } as const;
  const earnedMicros = earned(refund);
  const throughCredit = earnedMicros + refund.creditMicros;
  if (throughCredit > 0n) {
    await giveCredit(tx, ctx, account, {
      key: `${key}:credit`,
      type: 'adjustment',
      amountMicros: throughCredit,
      against: 'cash',
      data,
    });
  }
  const staysCredit = earnedMicros > 0n && (await isTermUnused(tx, refund.paymentId));
  if (staysCredit) await changeRefund(tx, id, { creditMicros: throughCredit });
  else if (earnedMicros > 0n) {
    await takeCredit(tx, ctx, account, {
      key: `${key}:earned`,
      type: 'order',
      amountMicros: earnedMicros,
      against: 'revenue',
      data,
    });
  }
  await moveHouse(tx, ctx, {
    key: `${key}:loss`,
    type: 'adjustment',
    from: 'cash',
    to: 'loss',
    amountMicros: refund.lossMicros,
    data,
  });
  await moveTaxes(tx, ctx, refund, { key: `${key}:tax`, from: 'cash', to: 'tax', data });
  const upToMicros = staysCredit ? throughCredit : refund.creditMicros;
  return upToMicros - (await recoverLosses(tx, ctx, account, { ...refund, upToMicros }));
}

/** How much of it had been revenue. */
function earned({ netMicros, creditMicros, lossMicros }: RefundPosting): Micros {
  return netMicros - creditMicros - lossMicros;
}

/** Takes our losses on a payment from credit that has just returned from it; returns what it took, at most `upToMicros`. */
async function recoverLosses(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  { id, paymentId, upToMicros }: RefundPosting & { readonly upToMicros: Micros },
): Promise<Micros> {
  let leftMicros = upToMicros;
  for (const other of await listLiveRefunds(tx, paymentId)) {
    const amountMicros = other.lossMicros < leftMicros ? other.lossMicros : leftMicros;
    if (other.id === id || amountMicros === 0n) continue;
    await takeCredit(tx, ctx, account, {
      key: `card-refund:${other.id}:recovered:${id}`,
      type: 'refund',
      amountMicros,
      against: 'loss',
      data: { of: 'card_refund', paymentId, step: 'bank' },
    });
    // From now on the customer's credit has paid for it, and gets it back if the bank returns it.
    await changeRefund(tx, other.id, { creditMicros: other.creditMicros + amountMicros, lossMicros: other.lossMicros - amountMicros });
    leftMicros -= amountMicros;
  }
  return upToMicros - leftMicros;
}

async function moveTaxes(
  tx: Tx,
  ctx: Ctx,
  refund: RefundPosting,
  to: { key: string; from: 'tax' | 'cash'; to: 'tax' | 'cash'; data: TransactionData },
): Promise<void> {
  for (const tax of readTaxes(refund.taxes)) {
    const { key, ...sides } = to;
    await moveHouse(tx, ctx, { ...sides, key: `${key}:${tax.register}`, type: 'refund', amountMicros: tax.amountMicros });
  }
}
