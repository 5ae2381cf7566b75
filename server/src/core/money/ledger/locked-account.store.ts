import type { Tx } from '../../../db/connect.ts';
import { creditColumns, type CreditRow } from './credit-row.ts';

/**
 * A customer's credit under its lock, as it is in the transaction: movements keep it up to date. Spending and refunding require one, so
 * that nobody decides by a balance that others may change. Only `lockAccount` makes one.
 */
export class LockedAccount {
  readonly id: string;
  #credit: CreditRow;

  private constructor(credit: CreditRow) {
    this.id = credit.accountId;
    this.#credit = credit;
  }

  get credit(): CreditRow {
    return this.#credit;
  }

  get balanceMicros(): bigint {
    return this.#credit.balanceMicros;
  }

  /** Applies what has just been written to the row. */
  changed(change: Partial<Omit<CreditRow, 'accountId'>>): void {
    this.#credit = { ...this.#credit, ...change };
  }

  static async lock(tx: Tx, accountId: string): Promise<LockedAccount | null> {
    const row = await tx
      .selectFrom('ledgerAccounts')
      .select(creditColumns)
      .where('id', '=', accountId)
      .where('kind', '=', 'customer_credit')
      .forUpdate()
      .executeTakeFirst();
    return row ? new LockedAccount({ ...row, balanceMicros: row.balanceMicros ?? 0n }) : null;
  }
}

/** What a transaction has locked, so that it reads each row once. */
const lockedBy = new WeakMap<Tx, Map<string, LockedAccount>>();

/**
 * Locks a customer's credit until the transaction ends. This is *the* lock of an account: money and limits depend on it. Called
 * again in the same transaction, it returns the same value.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<LockedAccount> {
  const account = await tryLockAccount(tx, accountId);
  if (!account) throw new Error(`account ${accountId} has no credit row`);
  return account;
}

/** The same, for an account that may not exist: then null. */
export async function tryLockAccount(tx: Tx, accountId: string): Promise<LockedAccount | null> {
  const accounts = lockedBy.get(tx) ?? new Map<string, LockedAccount>();
  const known = accounts.get(accountId);
  if (known) return known;
  const account = await LockedAccount.lock(tx, accountId);
  if (account) lockedBy.set(tx, accounts.set(accountId, account));
  return account;
}

/** Forgets what a transaction has locked, after a rollback to a savepoint, which releases the locks taken since. */
export function forgetLockedAccounts(tx: Tx): void {
  lockedBy.delete(tx);
}
