import { sql, type Insertable, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { CreditRequests } from '../../../db/rows.gen.ts';
import { idFloor } from '../../../kit/ids.ts';

export type CreditRequestRow = Selectable<CreditRequests>;

const LISTED_MAX = 1000;

/** Undecided requests, oldest first, with the names of their accounts. */
export function listOpenRequests(db: Sql): Promise<(CreditRequestRow & { accountName: string })[]> {
  return db
    .selectFrom('creditRequests')
    .innerJoin('accounts', 'accounts.id', 'creditRequests.accountId')
    .selectAll('creditRequests')
    .select('accounts.name as accountName')
    .where('decision', 'is', null)
    .orderBy('creditRequests.id')
    .limit(LISTED_MAX)
    .execute();
}

export function lockRequest(tx: Tx, id: string): Promise<CreditRequestRow | null> {
  return firstOrNull(tx.selectFrom('creditRequests').selectAll().where('id', '=', id).forUpdate());
}

export function findRequestByKey(tx: Tx, key: string): Promise<CreditRequestRow | null> {
  return firstOrNull(tx.selectFrom('creditRequests').selectAll().where('key', '=', key));
}

export async function insertRequest(tx: Tx, row: Insertable<CreditRequests>): Promise<void> {
  await tx.insertInto('creditRequests').values(row).execute();
}

export async function decideRequest(
  tx: Tx,
  { id, ...decided }: { id: string } & Pick<CreditRequestRow, 'decision' | 'decidedBy' | 'decidedAt'>,
): Promise<void> {
  await tx.updateTable('creditRequests').set(decided).where('id', '=', id).execute();
}

/**
 * What an operator has moved by hand since then, micro-CAD, except what another has approved. Locks out others who ask about the
 * same operator until the transaction ends, so that two concurrent movements count each other.
 */
export async function lockMovedAlone(tx: Tx, operator: { id: string | null; name: string | null }, since: Date): Promise<bigint> {
  const who = operator.id ?? `command ${operator.name ?? ''}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`credit by ${who}`}, 0))`.execute(tx);
  const { moved } = await tx
    .selectFrom('auditEntries')
    .select(sql<string>`coalesce(sum((detail->>'amountMicros')::bigint), 0)::text`.as('moved'))
    .where('id', '>=', idFloor('audit', since))
    .where('action', 'in', ['account.credited', 'account.debited'])
    .where('actorType', '=', 'operator')
    .where('actorId', operator.id === null ? 'is' : '=', operator.id)
    // What another has approved was not moved alone.
    .where(sql<boolean>`detail->>'requestId' is null`)
    .executeTakeFirstOrThrow();
  return BigInt(moved);
}
