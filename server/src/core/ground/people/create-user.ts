import type { Language } from '@boreal/contract/words/language.ts';
import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import type { Tx } from '../../../db/connect.ts';
import { newId } from '../../../kit/ids.ts';
import { insertPassword } from './credentials.store.ts';
import { hashPassword } from './password.ts';
import { insertPerson } from './users.store.ts';
import { insertRole } from '../roles/roles.store.ts';

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: 'customer' | OperatorRole;
  readonly language?: Language;
  /** Makes them an owner of this account. */
  readonly accountId?: string;
  /** The terms they agreed to, now; absent if somebody else creates the person. */
  readonly termsVersion?: string;
  readonly now: Date;
}

/** Creates a person who can sign in immediately, because the caller knows their address. Returns the user's id. */
export async function createUser(tx: Tx, input: NewUser): Promise<string> {
  return insertUser(tx, { ...input, passwordHash: await hashPassword(input.password), emailVerified: true });
}

/**
 * Writes the rows of a person: the hash of the password, null if they sign in some other way, and whether the address is known to be
 * theirs.
 */
export async function insertUser(
  tx: Tx,
  input: Omit<NewUser, 'password'> & { passwordHash: string | null; emailVerified: boolean },
): Promise<string> {
  const { email, name, role, language, accountId, passwordHash, emailVerified, termsVersion, now } = input;
  const id = newId('user', now);
  const terms = termsVersion === undefined ? {} : { termsVersion, termsAcceptedAt: now };
  const kind = role === 'customer' ? { role } : ({ role: 'operator', operatorRole: role } as const);
  await insertPerson(tx, { id, email, name, ...kind, language: language ?? null, emailVerified, ...terms, createdAt: now, updatedAt: now });
  if (passwordHash !== null) await insertPassword(tx, { userId: id, passwordHash, now });
  if (accountId !== undefined) await insertRole(tx, { accountId, userId: id, role: 'owner', createdAt: now });
  return id;
}
