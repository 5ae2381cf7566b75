import { sql, type Insertable } from 'kysely';
import type { NoticeKind } from '@boreal/contract/account/notices.ts';
import type { Tx } from '../../../db/connect.ts';
import { idFloor } from '../../../kit/ids.ts';
import { notifying } from '../../../db/notifications.ts';
import type { Notices } from '../../../db/rows.gen.ts';

/** How many notices of a kind were recorded for an address since then. */
export async function countNotices(tx: Tx, input: { kind: NoticeKind; email: string; since: Date }): Promise<number> {
  const { count } = await tx
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('toEmail', '=', input.email)
    .where('kind', '=', input.kind)
    .where('createdAt', '>', input.since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The latest notice of a kind about a server since then; null if there is none. */
export async function findLatestNotice(
  tx: Tx,
  of: { accountId: string; serverId: string; kind: NoticeKind; since: Date },
): Promise<{ readonly data: unknown; readonly createdAt: Date } | null> {
  const latest = await tx
    .selectFrom('notices')
    .select(['data', 'createdAt'])
    .where('accountId', '=', of.accountId)
    .where('serverId', '=', of.serverId)
    .where('kind', '=', of.kind)
    // Ids sort by creation time, and are indexed.
    .where('id', '>=', idFloor('notice', of.since))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest ?? null;
}

/** False if a notice with the same key was recorded before. Notifies the processes that send mail. */
export async function insertNotice(tx: Tx, row: Insertable<Notices>): Promise<boolean> {
  const recorded = await tx
    .insertInto('notices')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(['id', notifying('mail_waits').as('told')])
    .executeTakeFirst();
  return recorded !== undefined;
}

/** Adds what happened to an unaddressed notice of the kind, if it contains less than `atMost`; false if there is none. */
export async function addToNotice(
  tx: Tx,
  { accountId, kind, data, atMost }: { accountId: string; kind: NoticeKind; data: string; atMost: number },
): Promise<boolean> {
  const added = await sql`
    update notices set data = jsonb_set(data, '{others}', coalesce(data -> 'others', '[]') || jsonb_build_array(${data}::jsonb)),
      server_id = null
    where account_id = ${accountId} and kind = ${kind} and addressed_at is null
      and coalesce(jsonb_array_length(data -> 'others'), 0) < ${atMost - 1}
  `.execute(tx);
  return (added.numAffectedRows ?? 0n) > 0n;
}
