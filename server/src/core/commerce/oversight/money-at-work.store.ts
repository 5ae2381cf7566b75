import { toCad } from '@boreal/contract/values/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import { readMeterMark } from '../../money/clocks/meter-mark.store.ts';

/** The prepaid credit that customers have left, in total, and the time up to which hours are billed. */
export async function readMoneyAtWork(db: Sql): Promise<{ creditCad: number; billedThrough: Date }> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(balance_micros), 0)::bigint as micros from ledger_accounts where kind = 'customer_credit'
  `.execute(db);
  return { creditCad: toCad(rows[0]?.micros ?? 0n), billedThrough: await readMeterMark(db) };
}
