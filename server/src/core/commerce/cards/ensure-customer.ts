import type { CustomerUnknown, Payments } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readProfile } from '../../ground/profiles/read-profile.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { changeCustomerRef, failBegunCards, findCustomerRef, moveDefault, saveCustomerRef } from './cards.store.ts';

/** The account's reference at the provider. Calls it the first time, outside any transaction. */
export async function ensureCustomer(ctx: Ctx, payments: Payments, accountId: string): Promise<string> {
  const of = { accountId, provider: payments.name };
  const known = await findCustomerRef(ctx.db.sql, of);
  if (known !== null) return known;
  const ref = await makeCustomer(ctx, payments, { accountId });
  await saveCustomerRef(ctx.db.sql, { ...of, ref, createdAt: ctx.clock.now() });
  return (await findCustomerRef(ctx.db.sql, of)) ?? ref;
}

/**
 * Another reference instead of one that the provider does not know any more, as after its test mode, or when somebody has deleted the
 * customer there. What was saved with the former can be charged no more, so none of it stays the default: the next card becomes it; and
 * what is being entered for it fails. The former stays known until there is another: whoever found none meanwhile would ask for the very
 * first one, and for a day Stripe answers that with the one that is gone.
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
    // Otherwise somebody else was faster, and a card may have been saved since.
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
