import type { CustomerUnknown, Payments } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readProfile } from '../../ground/profiles/read-profile.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { changeCustomerRef, failBegunCards, findCustomerRef, moveDefault, saveCustomerRef } from './cards.store.ts';

/** The account's reference at the provider. The first time, calls the provider, outside any transaction. */
export async function ensureCustomer(ctx: Ctx, payments: Payments, accountId: string): Promise<string> {
  const of = { accountId, provider: payments.name };
  const known = await findCustomerRef(ctx.db.sql, of);
  if (known !== null) return known;
  const ref = await makeCustomer(ctx, payments, { accountId });
  await saveCustomerRef(ctx.db.sql, { ...of, ref, createdAt: ctx.clock.now() });
  return (await findCustomerRef(ctx.db.sql, of)) ?? ref;
}

/**
 * Replaces a reference that the provider no longer knows, as after its test mode, or because somebody has deleted the customer there. What
 * was saved under the former can no longer be charged, so no card stays the default: the next one becomes it, and cards being entered fail.
 * The former stays stored until there is a new one: a caller that found none meanwhile would repeat the very first request, which Stripe
 * answers for a day with the deleted customer.
 */
export async function replaceCustomer(
  ctx: Ctx,
  payments: Payments,
  gone: { accountId: string; ref: string; cause: CustomerUnknown },
): Promise<string> {
  const { accountId, ref: former, cause } = gone;
  const of = { accountId, provider: payments.name };
  ctx.log.warn({ err: cause, accountId, ref: former }, 'the payment provider does not know a customer any more: it is made anew');
  const ref = await makeCustomer(ctx, payments, { accountId, instead: former });
  await ctx.transact(async (tx) => {
    await lockAccount(tx, accountId);
    const isOurs = await changeCustomerRef(tx, { ...of, former, ref, at: ctx.clock.now() });
    // Otherwise another process was faster, and a card may have been saved since.
    if (!isOurs) return;
    await moveDefault(tx, { accountId, cardId: null, at: ctx.clock.now() });
    await failBegunCards(tx, { ...of, at: ctx.clock.now() });
  });
  return (await findCustomerRef(ctx.db.sql, of)) ?? ref;
}

async function makeCustomer(ctx: Ctx, payments: Payments, of: { accountId: string; instead?: string }): Promise<string> {
  const { name, company } = await readProfile(ctx.db.sql, of.accountId);
  return payments.ensureCustomer({ ...of, name: company ?? name });
}
