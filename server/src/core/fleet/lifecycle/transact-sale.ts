import type { Tx } from '../../../db/connect.ts';
import { forgetLockedAccounts, lockAccount } from '../../money/ledger/locked-account.store.ts';
import { shareMeterMark } from '../../money/clocks/meter-mark.store.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { keepPlans } from '../../../db/keep-plans.ts';
import { setSavepoint } from '../../../db/savepoint.ts';

/**
 * How many times a sale restarts because it must preempt other spot servers than expected; after that the situation is changing too fast.
 */
const ATTEMPTS = 6;

/** What a sale has locked besides the buyer's account. */
export interface Sale {
  /** The accounts that may be refunded; the meter's mark is locked too. */
  readonly lockedAccountIds: ReadonlySet<string>;
  /** False on the last attempt: then whatever cannot be done with these locks is refused. */
  readonly mayAskAgain: boolean;
}

/** Thrown inside a sale that must refund accounts it has not locked: the sale is rolled back and restarts with their locks. */
export class MoreLocksNeeded extends Error {
  /** The accounts that the sale would refund as of now, and those that it might if that has changed. */
  readonly accounts: { readonly likely: readonly string[]; readonly possible: readonly string[] };

  constructor(accounts: MoreLocksNeeded['accounts']) {
    super('the sale preempts servers of accounts that it has not locked');
    this.name = 'MoreLocksNeeded';
    this.accounts = accounts;
  }
}

/**
 * One transaction that sells GPUs, and preempts spot servers for them if it must.
 *
 * Which servers it preempts is known only under the pool's lock, but refunding them needs the meter's mark and their accounts, which are
 * always locked before the pool. So a sale first runs without them, as nearly all can. If it turns out to need them, it is rolled back to
 * its savepoint, which releases its locks, and runs again with the mark and all accounts locked first, in the order of their ids. If the
 * choice has changed meanwhile, it locks every account that could be affected. Lock order, always: mark, accounts by id, pools by id, spot
 * servers by id. The savepoint keeps all attempts in one transaction, because a door may have begun it.
 */
export function transactSale<T>(ctx: CustomerCtx, run: (tx: Tx, sale: Sale) => Promise<T>): Promise<T> {
  return ctx.transact(async (tx) => {
    const lockedAccountIds = new Set<string>();
    const takenBefore = ctx.agreed?.takenMicros ?? 0n;
    await keepPlans(tx);
    const begun = await setSavepoint(tx);
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (lockedAccountIds.size > 0) await lockAccounts(tx, [ctx.accountId, ...lockedAccountIds]);
        return await run(tx, { lockedAccountIds, mayAskAgain: attempt < ATTEMPTS });
      } catch (error) {
        if (!(error instanceof MoreLocksNeeded)) throw error;
        await begun.rollBack();
        forgetLockedAccounts(tx);
        // Undo what was taken from the buyer's agreement, or the next attempt would seem to cost twice as much.
        if (ctx.agreed) ctx.agreed.takenMicros = takenBefore;
        for (const id of attempt === 1 ? error.accounts.likely : error.accounts.possible) lockedAccountIds.add(id);
      }
    }
  });
}

async function lockAccounts(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await shareMeterMark(tx);
  for (const id of [...new Set(accountIds)].toSorted()) await lockAccount(tx, id);
}
