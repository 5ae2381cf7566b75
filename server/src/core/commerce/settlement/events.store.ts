import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import type { ProviderEvent, ProviderName } from '../../../payments/port.ts';

const KINDS: readonly ProviderEvent['about'][] = ['charge', 'card setup', 'refund', 'dispute'];

/** Stores an event until it is handled. False if it is a repetition. */
export async function insertEvent(db: Sql, input: { provider: ProviderName; event: ProviderEvent; now: Date }): Promise<boolean> {
  const { provider, event, now } = input;
  const inserted = await db
    .insertInto('providerEvents')
    .values({ provider, ...event, attempts: 0, checkAt: now, receivedAt: now })
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Marks an event as handled (null), or sets the time of its retry. */
export async function rescheduleEvent(db: Sql, input: { provider: ProviderName; id: string; checkAt: Date | null }): Promise<void> {
  await db
    .updateTable('providerEvents')
    .set((eb) => ({ checkAt: input.checkAt, attempts: eb('attempts', '+', 1) }))
    .where('provider', '=', input.provider)
    .where('id', '=', input.id)
    .execute();
}

export async function listDueEvents(
  db: Sql,
  input: { provider: ProviderName; now: Date; limit: number },
): Promise<readonly ProviderEvent[]> {
  const rows = await db
    .selectFrom('providerEvents')
    .select(['id', 'about', 'ref'])
    .where('provider', '=', input.provider)
    .where('checkAt', '<=', input.now)
    .orderBy('checkAt')
    .limit(input.limit)
    .execute();
  return rows.flatMap(({ id, about, ref }) => {
    const kind = KINDS.find((known) => known === about);
    return kind === undefined ? [] : [{ id, about: kind, ref }];
  });
}

/** Deletes events that were handled before a time: providers repeat theirs for a few days at most. */
export async function forgetEvents(db: Sql, before: Date): Promise<void> {
  await db.deleteFrom('providerEvents').where('receivedAt', '<', before).where('checkAt', 'is', null).execute();
}

/** In SQL: how many of the payment provider's events could not be applied for more than ten minutes. */
export function countNewsWaiting(now: Date) {
  return sql<number>`(select count(*)::int from provider_events where check_at is not null and received_at < ${now}::timestamptz - interval '10 minutes')`;
}
