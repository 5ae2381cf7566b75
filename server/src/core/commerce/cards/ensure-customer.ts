import type { Payments } from '../../../payments/port.ts';
import { readProfile } from '../../ground/profiles/read-profile.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findCustomerRef, saveCustomerRef } from './cards.store.ts';

/** The account's reference at the provider. Calls it the first time, outside any transaction. */
export async function ensureCustomer(ctx: Ctx, payments: Payments, accountId: string): Promise<string> {
  const db = ctx.db.sql;
  const of = { accountId, provider: payments.name };
  const known = await findCustomerRef(db, of);
  if (known !== null) return known;
  const { name, company } = await readProfile(db, accountId);
  const ref = await payments.ensureCustomer({ accountId, name: company ?? name });
  await saveCustomerRef(db, { ...of, ref, createdAt: ctx.clock.now() });
  return (await findCustomerRef(db, of)) ?? ref;
}
