import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { billingMonth } from '../budgets/calendar.rules.ts';
import { backupPart } from './backup-part.store.ts';

/** An account and what its running clocks cost in an hour, backup options included; micro-CAD. */
export interface CreditLevel {
  readonly accountId: string;
  readonly burnMicros: bigint;
}

/** Accounts whose credit lasts less than `belowHours`, and those that were warned before and may have gone up again. */
export async function listCreditLevels(db: Sql, input: { at: Date; belowHours: number }): Promise<readonly CreditLevel[]> {
  const { rows } = await sql<CreditLevel>`
    with price as materialized (
      select distinct on (plan_id, account_id) plan_id, account_id, hourly_micros from prices
      where valid_from <= ${input.at} order by plan_id, account_id, valid_from desc
    ),
    burn as (
      select r.account_id, sum(coalesce(own.hourly_micros, list.hourly_micros) + ${backupPart(billingMonth(input.at))})::bigint as micros
      from clock_runs r
      join price list on list.plan_id = r.plan_id and list.account_id is null
      left join price own on own.plan_id = r.plan_id and own.account_id = r.account_id
      left join backup_options option on option.server_id = r.server_id
      where r.open and r.stops_at is null group by r.account_id
    )
    select a.id as account_id, coalesce(b.micros, 0) as burn_micros
    from ledger_accounts a left join burn b on b.account_id = a.id
    where a.kind = 'customer_credit' and (a.warned_hours is not null or a.balance_micros < b.micros * ${input.belowHours})
    order by a.id
  `.execute(db);
  return rows;
}

export async function readWarnedHours(tx: Tx, accountId: string): Promise<number | null> {
  return (await tx.selectFrom('ledgerAccounts').select('warnedHours').where('id', '=', accountId).executeTakeFirstOrThrow()).warnedHours;
}

export async function saveWarnedHours(tx: Tx, input: { accountId: string; warnedHours: number | null }): Promise<void> {
  await tx.updateTable('ledgerAccounts').set({ warnedHours: input.warnedHours }).where('id', '=', input.accountId).execute();
}

/** The account's servers whose clock runs. */
export async function listRunningServers(tx: Tx, accountId: string): Promise<readonly { id: string }[]> {
  return tx
    .selectFrom('clockRuns')
    .select('serverId as id')
    .where('accountId', '=', accountId)
    .where('open', '=', true)
    .where('stopsAt', 'is', null)
    .execute();
}
