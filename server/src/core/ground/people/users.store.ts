import { Language } from '@boreal/contract/words/language.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Users } from '../../../db/rows.gen.ts';
import { PROOF_PREFIXES } from './stored-proofs.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'customer' | 'operator';
  /** Null for operators, who have no account. */
  readonly accountId: string | null;
}

/** People whose e-mail address has a given domain, oldest first. */
export async function listPeopleOf(db: Sql | Tx, domain: string): Promise<readonly Person[]> {
  return db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.userId', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'memberships.accountId'])
    .where('users.email', 'like', `%@${domain}`)
    .orderBy('users.id')
    .execute();
}

/** A person to write to, in their own language or that of their first account. */
export interface Addressee {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
}

/** The person with an e-mail address; null if there is none. */
export function findPersonByEmail(db: Sql | Tx, email: string): Promise<Addressee | null> {
  return findOne(db, (query) => query.where((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', email.toLowerCase())));
}

/** The person who has confirmed that an address is theirs; null if there is none. */
export function findConfirmedPerson(db: Sql | Tx, email: string): Promise<{ id: string } | null> {
  const query = db.selectFrom('users').select('id').where('emailVerified', '=', true);
  return firstOrNull(query.where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase())));
}

/** How to write to a person; null if there is nobody with this id. */
export function findAddressee(db: Sql | Tx, userId: string): Promise<Addressee | null> {
  return findOne(db, (query) => query.where('users.id', '=', userId));
}

async function findOne(
  db: Sql | Tx,
  narrow: (query: ReturnType<typeof selectAddressees>) => ReturnType<typeof selectAddressees>,
): Promise<Addressee | null> {
  const row = await narrow(selectAddressees(db)).executeTakeFirst();
  if (!row) return null;
  const { id, name, email, language, accountLanguage } = row;
  return { id, name, email, language: Language.parse(language ?? accountLanguage ?? 'en') };
}

function selectAddressees(db: Sql | Tx) {
  return db
    .selectFrom('users')
    .select((eb) => [
      'users.id',
      'users.name',
      'users.email',
      'users.language',
      eb
        .selectFrom('memberships')
        .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
        .whereRef('memberships.userId', '=', 'users.id')
        .select('accounts.language')
        .orderBy('memberships.createdAt')
        .limit(1)
        .as('accountLanguage'),
    ]);
}

/** A person and the accounts that they belong to, in the order in which they joined; null if there is nobody with this id. */
export async function findPersonWithAccounts(db: Sql | Tx, id: string) {
  const person = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'language', 'role', 'operatorRole', 'twoFactorEnabled', 'termsVersion', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!person) return null;
  const accounts = await db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .innerJoin('ledgerAccounts', 'ledgerAccounts.id', 'accounts.id')
    .select(['accounts.id', 'accounts.name', 'memberships.role', 'ledgerAccounts.suspendedAt', 'ledgerAccounts.closedAt'])
    .where('memberships.userId', '=', id)
    .orderBy('memberships.createdAt')
    .orderBy('accounts.id')
    .execute();
  return { ...person, accounts };
}

/** A person's id and address; null if there is nobody with that id. */
export function findAddress(db: Sql | Tx, id: string): Promise<{ id: string; email: string } | null> {
  return firstOrNull(db.selectFrom('users').select(['id', 'email']).where('id', '=', id));
}

export async function insertPerson(tx: Tx, row: Insertable<Users>): Promise<void> {
  await tx.insertInto('users').values(row).execute();
}

export async function changePerson(
  tx: Tx,
  { userId, at, change }: { userId: string; at: Date; change: Partial<Pick<Selectable<Users>, 'name' | 'language'>> },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...change, updatedAt: at })
    .where('id', '=', userId)
    .execute();
}

/**
 * Deletes a person's authenticator app, its recovery codes, and the trusted devices, and ends their sessions. `passkeysToo`: for people
 * whose passkeys are a second factor.
 */
export async function deleteTwoFactor(
  tx: Tx,
  { userId, passkeysToo, at }: { userId: string; passkeysToo: boolean; at: Date },
): Promise<void> {
  await tx.deleteFrom('twoFactors').where('userId', '=', userId).execute();
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
  await tx
    .deleteFrom('verifications')
    .where('value', '=', userId)
    .where('identifier', 'like', `${PROOF_PREFIXES['trust-device-']}%`)
    .execute();
  if (passkeysToo) await tx.deleteFrom('passkeys').where('userId', '=', userId).execute();
  await tx.updateTable('users').set({ twoFactorEnabled: false, updatedAt: at }).where('id', '=', userId).execute();
}

/** Returns the terms that a person had agreed to before; null if none. */
export async function saveTerms(tx: Tx, { userId, version, at }: { userId: string; version: string; at: Date }): Promise<string | null> {
  const before = await tx.selectFrom('users').select('termsVersion').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
  if (before.termsVersion !== version) {
    await tx.updateTable('users').set({ termsVersion: version, termsAcceptedAt: at, updatedAt: at }).where('id', '=', userId).execute();
  }
  return before.termsVersion;
}

/** A person's own record here, and which terms they agreed to and when. */
export function findOwnRecord(db: Sql, userId: string) {
  return firstOrNull(
    db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'language', 'twoFactorEnabled', 'termsVersion', 'termsAcceptedAt', 'createdAt'])
      .where('id', '=', userId),
  );
}
