import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { keptWorkGb } from '../engines/engine-traits.store.ts';

/** What stands for no limit in an account's row, where null is the house's limit. */
const UNLIMITED_GB = 2_147_483_647;

/** Gigabytes of disks that an account's servers keep that are hibernated or are about to be, and how many it may keep. */
export interface HibernatedGb {
  readonly usedGb: number;
  /** Null: as many as it likes. */
  readonly limitGb: number | null;
  /** The limit is the account's own, not the house's. */
  readonly isOwn: boolean;
}

/** Null: there is no such account. */
export async function readHibernatedGb(db: Sql | Tx, accountId: string): Promise<HibernatedGb | null> {
  const { rows } = await sql<{ usedGb: number; ownGb: number | null; houseGb: number | null }>`
    select accounts.hibernated_gb_limit as own_gb, (select gb from hibernation_limit) as house_gb, (
      select coalesce(sum(plans.storage_gb + ${keptWorkGb}), 0)::float8
      from servers join plans on plans.id = servers.plan_id
      where servers.account_id = accounts.id and servers.status <> 'DELETED' and servers.goal = 'hibernated'
    ) as used_gb
    from accounts where accounts.id = ${accountId}
  `.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { usedGb, ownGb, houseGb } = row;
  return { usedGb, limitGb: ownGb === UNLIMITED_GB ? null : (ownGb ?? houseGb), isOwn: ownGb !== null };
}

/** The limit of accounts that have none of their own. */
export async function readHouseLimitGb(db: Sql | Tx): Promise<number | null> {
  return (await db.selectFrom('hibernationLimit').select('gb').executeTakeFirst())?.gb ?? null;
}

export async function writeHouseLimitGb(tx: Tx, gb: number | null): Promise<void> {
  await tx.updateTable('hibernationLimit').set({ gb }).execute();
}

/** False when there is no such account. `gb` null: as many as it likes; `house`: the house's limit again. */
export async function writeAccountLimitGb(tx: Tx, { accountId, gb }: { accountId: string; gb: number | null | 'house' }): Promise<boolean> {
  const hibernatedGbLimit = gb === 'house' ? null : (gb ?? UNLIMITED_GB);
  const row = await tx.updateTable('accounts').set({ hibernatedGbLimit }).where('id', '=', accountId).returning('id').executeTakeFirst();
  return row !== undefined;
}
