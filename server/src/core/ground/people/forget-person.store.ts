import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';

/** Locks a person: they cannot join an account meanwhile. Null if there is nobody with this id. */
export function lockPerson(tx: Tx, userId: string) {
  return firstOrNull(tx.selectFrom('users').select(['id', 'email', 'role', 'operatorRole']).where('id', '=', userId).forUpdate());
}

/** The names of the open accounts that a person belongs to. */
export async function openAccountsOf(tx: Tx, userId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .innerJoin('ledgerAccounts', 'ledgerAccounts.id', 'accounts.id')
    .select('accounts.name')
    .where('memberships.userId', '=', userId)
    .where('ledgerAccounts.closedAt', 'is', null)
    .orderBy('accounts.id')
    .execute();
  return rows.map(({ name }) => name);
}

/** Blanks a removed person's row: their address is free for somebody new, and others' records still refer to the row. */
export async function blankPerson(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name: 'Removed',
      email: `${userId}@removed.invalid`,
      emailVerified: false,
      language: null,
      twoFactorEnabled: false,
      updatedAt: at,
    })
    .where('id', '=', userId)
    .execute();
}

/** Deletes every way to sign in, what waits for the person, and what they subscribed to. */
export async function deleteWaysIn(tx: Tx, { userId, email }: { userId: string; email: string }): Promise<void> {
  for (const table of ['sessions', 'credentials', 'passkeys', 'twoFactors', 'memberships', 'stockAlerts'] as const) {
    await tx.deleteFrom(table).where('userId', '=', userId).execute();
  }
  await tx.deleteFrom('subscribers').where('email', '=', email).execute();
  await sql`
    delete from verifications
    where position(${userId} in value || identifier) > 0 or position(${email} in lower(value || identifier)) > 0
  `.execute(tx);
}

/** Deletes the mails to an address. */
export async function deleteMailsTo(tx: Tx, email: string): Promise<void> {
  await sql`delete from mail_deliveries where lower(to_email) = ${email}`.execute(tx);
  await sql`
    delete from notices n where lower(n.to_email) = ${email} and not exists (select from mail_deliveries d where d.notice_id = n.id)
  `.execute(tx);
}

/** Blanks the audit log lines that are about the person and no account; the lines themselves stay. */
export async function blankOwnAudit(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('auditEntries')
    .set({ detail: '{}', actorName: null, address: null })
    .where('accountId', 'is', null)
    .where((eb) => eb.or([eb('actorId', '=', userId), eb('target', '=', userId)]))
    .execute();
}
