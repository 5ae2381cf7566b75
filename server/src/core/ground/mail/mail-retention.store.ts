import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import { idFloor } from '../../../kit/ids.ts';

interface Batch {
  /** In product time; ids begin with it, so the primary keys find older rows. */
  readonly before: Date;
  readonly limit: number;
}

/** A notice whose mails have all ended, or that had no recipients. */
const ended = sql`n.addressed_at is not null
  and not exists (select from mail_deliveries d where d.notice_id = n.id and d.status = 'waiting')`;

/** Erases the content of old notices; keeps recipient, kind, time and result. Returns how many. */
export async function forgetContents(db: Sql, { before, limit }: Batch): Promise<number> {
  const result = await sql`
    update notices set data = '{}', to_name = null where id in (
      select n.id from notices n where n.id < ${idFloor('notice', before)} and n.data <> '{}' and ${ended} order by n.id limit ${limit}
    )
  `.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Deletes old notices with their mails. Returns how many notices. */
export async function removeRecords(db: Sql, { before, limit }: Batch): Promise<number> {
  const result = await sql`
    with old as materialized (
      select n.id from notices n where n.id < ${idFloor('notice', before)} and ${ended} order by n.id limit ${limit}
    ),
    mails as (
      delete from mail_deliveries d using old where d.notice_id = old.id
    )
    delete from notices n using old where n.id = old.id
  `.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
