import { sql, type Insertable, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Subscribers } from '../../../db/rows.gen.ts';

export type SubscriberRow = Selectable<Subscribers>;

export function findSubscriber(db: Sql | Tx, email: string): Promise<SubscriberRow | null> {
  return firstOrNull(db.selectFrom('subscribers').selectAll().where('email', '=', email));
}

export async function countSubscribers(db: Sql | Tx): Promise<number> {
  const { count } = await db
    .selectFrom('subscribers')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An existing subscriber keeps its place and gets mail in the new language. */
export async function saveSubscriber(tx: Tx, row: Insertable<Subscribers>): Promise<void> {
  const insert = tx.insertInto('subscribers').values(row);
  await insert.onConflict((conflict) => conflict.column('email').doUpdateSet({ language: row.language })).execute();
}

/** Returns the deleted subscriber; null if there is none. */
export async function deleteSubscriber(tx: Tx, by: { id: string } | { email: string }): Promise<SubscriberRow | null> {
  const query = tx.deleteFrom('subscribers').returningAll();
  return firstOrNull('id' in by ? query.where('id', '=', by.id) : query.where('email', '=', by.email));
}

export async function renameSubscriber(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update subscribers set email = ${to} where email = ${from} and not exists (select from subscribers where email = ${to})
  `.execute(tx);
  await tx.deleteFrom('subscribers').where('email', '=', from).execute();
}

/** Subscribers who had subscribed by then, after a given id. */
export function selectSubscribers(tx: Tx, by: { after: string; until: Date; limit: number }): Promise<SubscriberRow[]> {
  return tx
    .selectFrom('subscribers')
    .selectAll()
    .where('id', '>', by.after)
    .where('createdAt', '<=', by.until)
    .orderBy('id')
    .limit(by.limit)
    .execute();
}

/** Of these, those whose last `times` finished mails were all refused by the receiving server. */
export async function selectRefused(tx: Tx, { ids, times }: { ids: readonly string[]; times: number }): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select s.id from subscribers s
    cross join lateral (
      select count(*) filter (where latest.refused) as refused from (
        select d.refused from mail_deliveries d
        where d.to_email = s.email and d.kind = 'incident_update' and d.status <> 'waiting' and d.created_at >= s.created_at
        order by d.id desc limit ${times}
      ) latest
    ) of
    where s.id = any(${ids}) and of.refused = ${times}
  `.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Cancels an address's waiting mail; mail being sent at this moment may still arrive. */
export async function dropWaitingMail(tx: Tx, { email, reason }: { email: string; reason: string }): Promise<void> {
  await tx
    .updateTable('mailDeliveries')
    .set({ status: 'given_up', lastError: reason, secret: null, nextTryAt: null, leaseUntil: null })
    .where('toEmail', '=', email)
    .where('kind', '=', 'incident_update')
    .where('status', '=', 'waiting')
    .execute();
}
