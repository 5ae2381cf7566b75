import type { Sql } from '../../../db/connect.ts';
import { verifyOwed } from './verify-owed.ts';
import type { LedgerCheckName } from '@boreal/contract/billing/ledger-checks.ts';
import { bookQueries, runCheck } from './book-checks.store.ts';
import { paymentQueries } from './payment-checks.store.ts';
import { revenueQueries } from './revenue-checks.store.ts';

/** One promise of the ledger: how many rows were checked, and the names of some that break it. */
export interface LedgerCheck {
  readonly name: LedgerCheckName;
  readonly checked: number;
  readonly broken: readonly string[];
}

/**
 * Proves the ledger from its rows alone: what was written, and what was owed. Everything is correct if no check lists a broken row. Hours
 * that began after the meter's mark are not owed yet.
 */
export async function verifyLedger(db: Sql): Promise<readonly LedgerCheck[]> {
  const checks: LedgerCheck[] = [];
  // One snapshot, or money that moves meanwhile would seem lost.
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      for (const [name, query] of [...bookQueries, ...paymentQueries, ...revenueQueries]) {
        checks.push({ name, ...(await runCheck(tx, query)) });
      }
      checks.push(...(await verifyOwed(tx)));
    });
  return checks;
}
