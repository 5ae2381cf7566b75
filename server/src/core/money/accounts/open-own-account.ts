import type { Language } from '@boreal/contract/words/language.ts';
import type { Tx } from '../../../db/connect.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { insertUser } from '../../ground/people/create-user.ts';
import { saveProfile } from '../../ground/profiles/profiles.store.ts';
import { readProfile } from '../../ground/profiles/read-profile.ts';
import { createAccount } from './create-account.ts';

/** Somebody who signs up, and the terms that they have agreed to. */
export interface NewOwner {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly language: Language;
  readonly acceptedTerms: string;
  /** Null: they sign in some other way. */
  readonly passwordHash: string | null;
  readonly emailVerified: boolean;
}

/** Opens an account with a profile, and makes a new person its owner. `by`: how they sign in, if not by a password. */
export async function openOwnAccount(
  tx: Tx,
  ctx: Ctx,
  { company, acceptedTerms, by, ...person }: NewOwner & { by?: string },
): Promise<{ userId: string; accountId: string; as: Ctx }> {
  const { name, email, language } = person;
  const now = ctx.clock.now();
  const accountName = company ?? name;
  const accountId = await createAccount(tx, { name: accountName, now });
  await saveProfile(tx, accountId, { ...(await readProfile(tx, accountId)), company, language });
  const userId = await insertUser(tx, { ...person, role: 'customer', accountId, termsVersion: acceptedTerms, now });
  const as: Ctx = { ...ctx, actor: { type: 'user', id: userId, name } };
  const detail = { email, terms: acceptedTerms, ...(by !== undefined && { by }) };
  await recordAudit(tx, as, { accountId, action: 'account.opened', target: accountId, detail: { name: accountName } });
  await recordAudit(tx, as, { accountId, action: 'person.signed_up', target: userId, detail });
  return { userId, accountId, as };
}
