import type { TransactionType } from '@boreal/contract/billing.ts';
import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { Transfers } from '../../../db/rows.gen.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { countSpending } from './spending.rules.ts';
import { requireAgreed } from './require-agreed.ts';

/** The house's own sides of every transfer. A customer's credit account has the customer's account id. */
export type HouseAccount = 'revenue' | 'cash' | 'tax' | 'promo' | 'loss';

/** A customer's credit row: the balance, the budget's limits and what counts against them. Amounts in micro-CAD. */
export interface CreditRow {
  readonly accountId: string;
  readonly balanceMicros: bigint;
  readonly monthLimitMicros: bigint | null;
  readonly dayLimitMicros: bigint | null;
  /** The Toronto month, and the day, that the amounts spent are of. */
  readonly monthStart: Date | null;
  readonly monthSpentMicros: bigint;
  readonly dayStart: Date | null;
  readonly daySpentMicros: bigint;
  /** Since when the account may not spend, and why; null while it may. */
  readonly suspendedAt: Date | null;
  readonly suspendedReason: string | null;
}

export interface CreditMovement {
  readonly accountId: string;
  /** Names the movement: a second one with the same key moves nothing. */
  readonly key: string;
  readonly type: TransactionType;
  readonly amountMicros: bigint;
  /** The other side: where the money comes from or goes to. */
  readonly against: HouseAccount;
  readonly serverId?: string | null;
  /**
   * For a refund of use: when what is given back was charged. It counts less only in the period in which it counted.
   * Left out: what is given back never counted against a budget.
   */
  readonly refundOf?: Date;
  readonly description: string;
}

export interface PostedMovement {
  readonly transactionId: string;
  /** False when an earlier movement of the same key had moved the money already. */
  readonly moved: boolean;
}

/** Opens a customer's credit account with nothing in it. */
export async function openCreditAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.insertInto('ledgerAccounts').values({ id: accountId, kind: 'customer_credit', balanceMicros: 0n }).execute();
}

const creditColumns = [
  'id as accountId',
  'balanceMicros',
  'monthLimitMicros',
  'dayLimitMicros',
  'monthStart',
  'monthSpentMicros',
  'dayStart',
  'daySpentMicros',
  'suspendedAt',
  'suspendedReason',
] as const;

/** Locks a customer's credit until the transaction ends and reads it. This is *the* lock of an account: money and limits hang on it. */
export async function lockCreditRow(tx: Tx, accountId: string): Promise<CreditRow> {
  const row = await tx.selectFrom('ledgerAccounts').select(creditColumns).where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
  return { ...row, balanceMicros: row.balanceMicros ?? 0n };
}

/** The balance alone, under the account's lock. */
export async function lockCredit(tx: Tx, accountId: string): Promise<bigint> {
  return (await lockCreditRow(tx, accountId)).balanceMicros;
}

/** Null when there is no such account. */
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

/** Notes since when and why an account may not spend; null: it may. The account is locked. */
export async function setSuspension(tx: Tx, input: { accountId: string; at: Date | null; reason: string | null }): Promise<void> {
  await tx
    .updateTable('ledgerAccounts')
    .set({ suspendedAt: input.at, suspendedReason: input.reason })
    .where('id', '=', input.accountId)
    .execute();
}

/** Takes money from a customer's credit. The caller has checked, under the account's lock, that it is there. @throws PRICE_CHANGED */
export async function takeCredit(tx: Tx, ctx: Ctx, movement: CreditMovement): Promise<PostedMovement> {
  requireAgreed(ctx, movement.amountMicros);
  return post(tx, ctx, movement, { debit: movement.accountId, credit: movement.against, change: -movement.amountMicros });
}

/** Gives money to a customer's credit: a top-up, a refund, a gift. */
export function giveCredit(tx: Tx, ctx: Ctx, movement: CreditMovement): Promise<PostedMovement> {
  return post(tx, ctx, movement, { debit: movement.against, credit: movement.accountId, change: movement.amountMicros });
}

/** The transfer of a natural key, when it was made. */
export async function findTransferByKey(tx: Tx, key: string): Promise<{ amountMicros: bigint; createdAt: Date } | null> {
  return (await tx.selectFrom('transfers').select(['amountMicros', 'createdAt']).where('key', '=', key).executeTakeFirst()) ?? null;
}

/** Moves money between two accounts of the house, such as the tax that came with a card's payment. Once for each key. */
export async function moveHouse(
  tx: Tx,
  ctx: Ctx,
  movement: { key: string; type: TransactionType; from: HouseAccount; to: HouseAccount; amountMicros: bigint; description: string },
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
      description: movement.description,
      requestId: ctx.requestId,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

async function post(
  tx: Tx,
  ctx: Ctx,
  movement: CreditMovement,
  sides: { debit: string; credit: string; change: bigint },
): Promise<PostedMovement> {
  const credit = await lockCreditRow(tx, movement.accountId);
  const earlier = await tx.selectFrom('transfers').select('id').where('key', '=', movement.key).executeTakeFirst();
  if (earlier) return { transactionId: earlier.id, moved: false };

  const now = ctx.clock.now();
  const transactionId = newId('transaction', now);
  const balanceAfterMicros = credit.balanceMicros + sides.change;
  await tx
    .insertInto('transfers')
    .values({
      id: transactionId,
      key: movement.key,
      type: movement.type,
      debitAccountId: sides.debit,
      creditAccountId: sides.credit,
      amountMicros: movement.amountMicros,
      accountId: movement.accountId,
      balanceAfterMicros,
      serverId: movement.serverId ?? null,
      description: movement.description,
      requestId: ctx.requestId,
      createdAt: now,
    })
    .execute();
  const spent = countSpending(credit, movement, now);
  await tx
    .updateTable('ledgerAccounts')
    .set({ balanceMicros: balanceAfterMicros, ...spent })
    .where('id', '=', movement.accountId)
    .execute();
  return { transactionId, moved: true };
}

/** A movement with the name of its server, which a deleted one keeps. */
export type MovementRow = Selectable<Transfers> & { readonly serverName: string | null };

/** An account's movements before a place in its history, the newest first. */
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
