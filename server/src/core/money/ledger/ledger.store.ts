import type { TransactionType } from '@boreal/contract/billing/billing.ts';
import type { TransactionData } from '@boreal/contract/billing/transaction-data.ts';
import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Transfers } from '../../../db/rows.gen.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { creditColumns, type CreditRow } from './credit-row.ts';
import type { LockedAccount } from './locked-account.store.ts';
import { countSpending, type Limits } from './spending.rules.ts';
import { requireAgreed } from './require-agreed.ts';

/** Boreal's own side of every transfer. A customer's credit account has the customer's account id. */
export type HouseAccount = 'revenue' | 'cash' | 'tax' | 'promo' | 'loss';

export interface CreditMovement {
  /** The natural key of the movement: a second one with the same key moves nothing. */
  readonly key: string;
  readonly type: TransactionType;
  readonly amountMicros: bigint;
  /** The other side: where the money comes from or goes to. */
  readonly against: HouseAccount;
  readonly serverId?: string | null;
  /**
   * For a refund of usage or of a backup option: when the refunded amount was charged. It lowers only the total of the period in
   * which it counted. Absent: nothing is refunded that ever counted against a budget.
   */
  readonly refundOf?: Date;
  /** What it is for. */
  readonly data: TransactionData;
}

export interface PostedMovement {
  readonly transactionId: string;
  /** False if an earlier movement with the same key moved the money. */
  readonly moved: boolean;
}

/** Opens an empty credit account for a customer. */
export async function openCreditAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.insertInto('ledgerAccounts').values({ id: accountId, kind: 'customer_credit', balanceMicros: 0n }).execute();
}

/** Null if there is no such account. */
export async function findCreditRow(db: Sql, accountId: string): Promise<CreditRow | null> {
  const row = await db
    .selectFrom('ledgerAccounts')
    .select(creditColumns)
    .where('id', '=', accountId)
    .where('kind', '=', 'customer_credit')
    .executeTakeFirst();
  return row ? { ...row, balanceMicros: row.balanceMicros ?? 0n } : null;
}

export async function readCreditRow(db: Sql, accountId: string): Promise<CreditRow> {
  const row = await findCreditRow(db, accountId);
  if (!row) throw new Error(`account ${accountId} has no credit row`);
  return row;
}

export async function readCredit(db: Sql, accountId: string): Promise<bigint> {
  return (await readCreditRow(db, accountId)).balanceMicros;
}

/** Records when and why an account was suspended; null: it is not. */
export async function setSuspension(tx: Tx, account: LockedAccount, to: { at: Date | null; reason: string | null }): Promise<void> {
  const change = { suspendedAt: to.at, suspendedReason: to.reason };
  await tx.updateTable('ledgerAccounts').set(change).where('id', '=', account.id).execute();
  account.changed(change);
}

/** Records that an account is closed, which cannot be undone. */
export async function setClosed(tx: Tx, account: LockedAccount, at: Date): Promise<void> {
  await tx.updateTable('ledgerAccounts').set({ closedAt: at }).where('id', '=', account.id).execute();
  account.changed({ closedAt: at });
}

/** Sets or lifts (null) limits of an account; omitted ones keep their values. */
export async function setLimits(tx: Tx, account: LockedAccount, limits: Partial<Limits>): Promise<void> {
  if (Object.keys(limits).length === 0) return;
  await tx.updateTable('ledgerAccounts').set(limits).where('id', '=', account.id).execute();
  account.changed(limits);
}

/** Takes money from a customer's credit. The caller has checked that there is enough. @throws PRICE_CHANGED */
export async function takeCredit(tx: Tx, ctx: Ctx, account: LockedAccount, movement: CreditMovement): Promise<PostedMovement> {
  requireAgreed(ctx, movement.amountMicros);
  return post(tx, ctx, account, movement, { debit: account.id, credit: movement.against, change: -movement.amountMicros });
}

/** Adds money to a customer's credit: a top-up, a refund, a gift. */
export function giveCredit(tx: Tx, ctx: Ctx, account: LockedAccount, movement: CreditMovement): Promise<PostedMovement> {
  return post(tx, ctx, account, movement, { debit: movement.against, credit: account.id, change: movement.amountMicros });
}

/** The transfer with a natural key; null if it does not exist. */
export function findTransferByKey(tx: Tx, key: string): Promise<Selectable<Transfers> | null> {
  return firstOrNull(tx.selectFrom('transfers').selectAll().where('key', '=', key));
}

/** Moves money between two of Boreal's own accounts, such as the tax that came with a card payment. Once per key. */
export async function moveHouse(
  tx: Tx,
  ctx: Ctx,
  movement: { key: string; type: TransactionType; from: HouseAccount; to: HouseAccount; amountMicros: bigint; data: TransactionData },
): Promise<void> {
  if (movement.amountMicros === 0n) return;
  const now = ctx.clock.now();
  await tx
    .insertInto('transfers')
    .values({
      id: newId('transaction', now),
      key: movement.key,
      type: movement.type,
      debitAccountId: movement.from,
      creditAccountId: movement.to,
      amountMicros: movement.amountMicros,
      accountId: null,
      balanceAfterMicros: null,
      serverId: null,
      data: JSON.stringify(movement.data),
      requestId: ctx.requestId,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Writes the transfer and the new balance in one statement; nothing if the key has been used. */
async function post(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  movement: CreditMovement,
  sides: { debit: string; credit: string; change: bigint },
): Promise<PostedMovement> {
  const now = ctx.clock.now();
  const before = account.balanceMicros;
  const after = { balanceMicros: before + sides.change, ...countSpending(account.credit, movement, now) };
  const { key, type, amountMicros, serverId = null, data } = movement;
  const { rows } = await sql<{ transactionId: string | null; balances: bigint; earlierId: string | null }>`
    with moved as (
      insert into transfers (id, key, type, debit_account_id, credit_account_id, amount_micros, account_id, balance_after_micros,
        server_id, data, request_id, created_at)
      values (${newId('transaction', now)}, ${key}, ${type}, ${sides.debit}, ${sides.credit}, ${amountMicros}, ${account.id},
        ${after.balanceMicros}, ${serverId}, ${JSON.stringify(data)}, ${ctx.requestId}, ${now})
      on conflict (key) do nothing returning id
    ), balanced as (
      update ledger_accounts set balance_micros = ${after.balanceMicros}, month_start = ${after.monthStart},
        month_spent_micros = ${after.monthSpentMicros}, day_start = ${after.dayStart}, day_spent_micros = ${after.daySpentMicros}
      where id = ${account.id} and balance_micros = ${before} and exists (select from moved)
      returning id
    )
    select (select id from moved) as transaction_id, (select count(*) from balanced) as balances,
      (select id from transfers where key = ${key}) as earlier_id
  `.execute(tx);
  const { transactionId = null, balances = 0n, earlierId = null } = rows[0] ?? {};
  if (transactionId === null) {
    if (earlierId === null) throw new Error(`the transfer ${key} was neither made nor found`);
    return { transactionId: earlierId, moved: false };
  }
  // Money was moved without the lock, or the locked value was not updated: nothing may rely on it.
  if (balances !== 1n) throw new Error(`the balance of ${account.id} is not what its lock says`);
  account.changed(after);
  return { transactionId, moved: true };
}

/** A movement with the name of its server, even a deleted one. */
export type MovementRow = Selectable<Transfers> & { readonly serverName: string | null };

/** An account's movements before a position in its history, newest first. */
export async function listMovements(
  db: Sql,
  input: { accountId: string; before: bigint | null; limit: number },
): Promise<readonly MovementRow[]> {
  let query = db
    .selectFrom('transfers')
    .leftJoin('servers', 'servers.id', 'transfers.serverId')
    .selectAll('transfers')
    .select('servers.name as serverName')
    .where('transfers.accountId', '=', input.accountId)
    .orderBy('transfers.seq', 'desc')
    .limit(input.limit);
  if (input.before !== null) query = query.where('transfers.seq', '<', input.before);
  return query.execute();
}
