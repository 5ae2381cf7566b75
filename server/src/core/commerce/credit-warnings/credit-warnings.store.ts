import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { joinPrices, PRICES, RATE } from '../../money/prices/price-in-force.store.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { backupPart } from '../../money/clocks/backup-part.store.ts';

/** An account's balance and what its running servers cost per hour, micro-CAD, and at how many hours left it was last warned. */
export interface LowCreditAccount {
  readonly accountId: string;
  readonly balanceMicros: bigint;
  readonly burnMicros: bigint;
  readonly warnedHours: number | null;
}

/** Accounts whose credit lasts less than `belowHours`, and those warned before whose credit may have risen again. */
export async function listLowCreditAccounts(db: Sql, input: { at: Date; belowHours: number }): Promise<readonly LowCreditAccount[]> {
  const { rows } = await sql<LowCreditAccount>`
    with ${PRICES},
    burn as (
      select r.account_id, sum(${RATE} + ${backupPart(billingMonth(input.at))})::bigint as micros
      from clock_runs r
      ${joinPrices({ row: 'r', at: sql`${input.at}` })}
      left join backup_options option on option.server_id = r.server_id
      where r.open and r.stops_at is null group by r.account_id
    )
    select a.id as account_id, a.balance_micros, coalesce(b.micros, 0) as burn_micros, a.warned_hours
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
