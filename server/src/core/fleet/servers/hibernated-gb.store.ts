import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { keptWorkGb } from '../engines/engine-traits.store.ts';

/** The value for no limit in an account's row, where null means the default limit. */
const UNLIMITED_GB = 2_147_483_647;

/** Gigabytes of disks kept by an account's servers that are hibernated or about to be, and how many it may keep. */
export interface HibernatedGb {
  readonly usedGb: number;
  /** Null: no limit. */
  readonly limitGb: number | null;
  /** Whether the limit is the account's own, not the default. */
  readonly isOwn: boolean;
}

/** Null if there is no such account. */
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

/** The default limit, for accounts that have none of their own. */
export async function readHouseLimitGb(db: Sql | Tx): Promise<number | null> {
  return (await db.selectFrom('hibernationLimit').select('gb').executeTakeFirst())?.gb ?? null;
}

export async function writeHouseLimitGb(tx: Tx, gb: number | null): Promise<void> {
  await tx.updateTable('hibernationLimit').set({ gb }).execute();
}

/** False if there is no such account. `gb` null: no limit; `house`: back to the default limit. */
export async function writeAccountLimitGb(tx: Tx, { accountId, gb }: { accountId: string; gb: number | null | 'house' }): Promise<boolean> {
  const hibernatedGbLimit = gb === 'house' ? null : (gb ?? UNLIMITED_GB);
  const row = await tx.updateTable('accounts').set({ hibernatedGbLimit }).where('id', '=', accountId).returning('id').executeTakeFirst();
  return row !== undefined;
}
