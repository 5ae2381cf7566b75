import type { CustomerUnknown, Payments } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readProfile } from '../../ground/profiles/read-profile.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { findCustomerRef, forgetCustomerRef, moveDefault, saveCustomerRef } from './cards.store.ts';

/** The account's reference at the provider. Calls it the first time, outside any transaction. */
export async function ensureCustomer(ctx: Ctx, payments: Payments, accountId: string): Promise<string> {
  return (await findCustomerRef(ctx.db.sql, { accountId, provider: payments.name })) ?? makeCustomer(ctx, payments, { accountId });
}

/**
 * Another reference instead of one that the provider does not know any more, as after its test mode, or when somebody has deleted the
 * customer there. What was saved with the former can be charged no more, so none of it stays the default: the next card becomes it.
 */
export async function replaceCustomer(
  ctx: Ctx,
  payments: Payments,
  gone: { accountId: string; ref: string; cause: CustomerUnknown },
): Promise<string> {
  const { accountId, ref, cause } = gone;
  ctx.log.warn({ err: cause, accountId, ref }, 'the payment provider does not know a customer any more: it is made anew');
  await ctx.transact(async (tx) => {
    await lockAccount(tx, accountId);
    const isOurs = await forgetCustomerRef(tx, { accountId, provider: payments.name, ref });
    // Otherwise somebody else was faster, and a card may have been saved since.
    if (isOurs) await moveDefault(tx, { accountId, cardId: null, at: ctx.clock.now() });
  });
  const known = await findCustomerRef(ctx.db.sql, { accountId, provider: payments.name });
  return known ?? makeCustomer(ctx, payments, { accountId, instead: ref });
}

async function makeCustomer(ctx: Ctx, payments: Payments, of: { accountId: string; instead?: string }): Promise<string> {
  const db = ctx.db.sql;
  const { accountId } = of;
  const { name, company } = await readProfile(db, accountId);
  const ref = await payments.ensureCustomer({ ...of, name: company ?? name });
  await saveCustomerRef(db, { accountId, provider: payments.name, ref, createdAt: ctx.clock.now() });
  return (await findCustomerRef(db, { accountId, provider: payments.name })) ?? ref;
}
