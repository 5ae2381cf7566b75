import type { RefundStatus } from '@boreal/contract/operator/oversight.ts';
import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import { untilNotBrokenOff } from '../../../db/transact.ts';
import type { PaymentRefunds } from '../../../db/rows.gen.ts';
import { PRETENDS, type ProviderName } from '../../../payments/port.ts';

export type RefundRow = Selectable<PaymentRefunds>;

/** A refund to be written; its taxes as JSON text. */
export type NewRefund = Omit<RefundRow, 'taxes'> & { readonly taxes: string };

export async function insertRefund(tx: Tx, row: NewRefund): Promise<void> {
  await tx.insertInto('paymentRefunds').values(row).execute();
}

export function findRefund(db: Sql | Tx, id: string): Promise<RefundRow | null> {
  return firstOrNull(db.selectFrom('paymentRefunds').selectAll().where('id', '=', id));
}

export function lockRefund(tx: Tx, id: string): Promise<RefundRow | null> {
  return firstOrNull(tx.selectFrom('paymentRefunds').selectAll().where('id', '=', id).forUpdate());
}

export function findRefundByKey(tx: Tx, input: { paymentId: string; key: string }): Promise<RefundRow | null> {
  return firstOrNull(tx.selectFrom('paymentRefunds').selectAll().where('paymentId', '=', input.paymentId).where('key', '=', input.key));
}

/** How many times a dispute has taken its money, by the prefix of its key, and the movement that currently stands. */
export async function findTurns(tx: Tx, input: { paymentId: string; key: string }): Promise<{ live: RefundRow | null; count: number }> {
  const rows = await tx
    .selectFrom('paymentRefunds')
    .selectAll()
    .where('paymentId', '=', input.paymentId)
    .where((eb) =>
      eb.or([eb('key', '=', input.key), eb(eb.fn<string>('left', ['key', eb.lit(input.key.length + 1)]), '=', `${input.key}:`)]),
    )
    .execute();
  return { live: rows.find(({ status }) => status === 'succeeded') ?? null, count: rows.length };
}

export function findRefundByRef(db: Sql, input: { provider: ProviderName; ref: string }): Promise<RefundRow | null> {
  return firstOrNull(
    db
      .selectFrom('paymentRefunds')
      .innerJoin('payments', 'payments.id', 'paymentRefunds.paymentId')
      .selectAll('paymentRefunds')
      .where('payments.provider', '=', input.provider)
      .where('paymentRefunds.kind', '=', 'refund')
      .where('paymentRefunds.ref', '=', input.ref),
  );
}

/** What is being, or has been, refunded of a payment: all except failed refunds. */
export async function listLiveRefunds(tx: Sql | Tx, paymentId: string): Promise<readonly RefundRow[]> {
  return tx
    .selectFrom('paymentRefunds')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .where('status', '<>', 'failed')
    .orderBy('id')
    .execute();
}

/** Whether money of a payment has come back and is the customer's credit. */
export async function hasReturnedToCredit(db: Sql | Tx, paymentId: string): Promise<boolean> {
  const returned = db
    .selectFrom('paymentRefunds')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('status', '=', 'failed')
    .where('creditMicros', '>', 0n);
  return (await returned.limit(1).executeTakeFirst()) !== undefined;
}

export async function changeRefund(
  tx: Tx | Sql,
  id: string,
  change: Partial<Pick<RefundRow, 'status' | 'creditMicros' | 'lossMicros' | 'ref' | 'checkAt' | 'attempts' | 'leaseUntil' | 'settledAt'>>,
): Promise<void> {
  await tx.updateTable('paymentRefunds').set(change).where('id', '=', id).execute();
}

/** Takes the lease on a refund that waits for its answer and that nobody else holds; otherwise null. */
export function claimRefund(db: Sql, input: { id: string; wall: Date; leaseUntil: Date }): Promise<RefundRow | null> {
  const claim = db
    .updateTable('paymentRefunds')
    .set((eb) => ({ leaseToken: eb('leaseToken', '+', 1), leaseUntil: input.leaseUntil }))
    .where('id', '=', input.id)
    .where('kind', '=', 'refund')
    .where('status', '<>', 'failed')
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', input.wall)]))
    .returningAll();
  return untilNotBrokenOff(() => firstOrNull(claim));
}

/** Refunds about which this provider has yet to be asked or told, or that belong to a simulated provider, and that nobody holds. */
export async function listDueRefunds(
  db: Sql,
  input: { provider: ProviderName; now: Date; wall: Date; limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('paymentRefunds as r')
    .innerJoin('payments as p', 'p.id', 'r.paymentId')
    .select('r.id')
    .where('r.checkAt', '<=', input.now)
    .where('p.provider', 'in', [input.provider, PRETENDS])
    .where((eb) => eb.or([eb('r.leaseUntil', 'is', null), eb('r.leaseUntil', '<', input.wall)]))
    .orderBy('r.checkAt')
    .limit(input.limit)
    .execute();
  return rows.map((row) => row.id);
}

/** All refunds of a payment, including failed ones; newest first. */
export async function listRefundsOfPayment(db: Sql, paymentId: string): Promise<readonly RefundRow[]> {
  return db.selectFrom('paymentRefunds').selectAll().where('paymentId', '=', paymentId).orderBy('id', 'desc').execute();
}

/** Refunds, newest first; optionally of one account. */
export async function selectRefunds(
  db: Sql,
  input: { accountId?: string | undefined; status?: RefundStatus | undefined; before: string | null; limit: number },
): Promise<readonly RefundRow[]> {
  let query = db.selectFrom('paymentRefunds').selectAll().orderBy('id', 'desc').limit(input.limit);
  if (input.accountId !== undefined) query = query.where('accountId', '=', input.accountId);
  if (input.status !== undefined) query = query.where('status', '=', input.status);
  if (input.before !== null) query = query.where('id', '<', input.before);
  return query.execute();
}
