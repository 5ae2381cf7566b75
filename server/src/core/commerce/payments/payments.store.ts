import type { Insertable, Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import { untilNotBrokenOff } from '../../../db/transact.ts';
import type { Payments as PaymentsTable } from '../../../db/rows.gen.ts';
import { PRETENDS } from '../../../payments/port.ts';
import { containing } from '../../ground/search.rules.ts';

export type PaymentRow = Selectable<PaymentsTable>;

export async function insertPayment(tx: Tx, row: Insertable<PaymentsTable>): Promise<void> {
  await tx.insertInto('payments').values(row).execute();
}

export function findPayment(db: Sql | Tx, id: string): Promise<PaymentRow | null> {
  return firstOrNull(db.selectFrom('payments').selectAll().where('id', '=', id));
}

/** Locks a payment until the transaction ends. Its account is locked before it. */
export function lockPayment(tx: Tx, id: string): Promise<PaymentRow | null> {
  return firstOrNull(tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate());
}

/** The account's payment with a natural key, if there is one. */
export function findPaymentByKey(tx: Tx, input: { accountId: string; key: string }): Promise<PaymentRow | null> {
  return firstOrNull(tx.selectFrom('payments').selectAll().where('accountId', '=', input.accountId).where('key', '=', input.key));
}

export function findPaymentByRef(db: Sql | Tx, input: { provider: PaymentRow['provider']; ref: string }): Promise<PaymentRow | null> {
  return firstOrNull(db.selectFrom('payments').selectAll().where('provider', '=', input.provider).where('ref', '=', input.ref));
}

/** An order's charge that has no answer yet. */
export function findOpenPayment(tx: Tx, orderId: string): Promise<PaymentRow | null> {
  return firstOrNull(tx.selectFrom('payments').selectAll().where('orderId', '=', orderId).where('settledAt', 'is', null));
}

/**
 * Charges of an account that have no answer yet and for which GPUs are held, oldest first: for first orders, and for terms that are over.
 */
export async function listPaymentsThatHold(tx: Tx, accountId: string): Promise<readonly Pick<PaymentRow, 'id'>[]> {
  return tx
    .selectFrom('payments')
    .select('id')
    .where('accountId', '=', accountId)
    .where('settledAt', 'is', null)
    .where((eb) => {
      const lapsed = eb
        .selectFrom('orders')
        .select('orders.id')
        .whereRef('orders.id', '=', 'payments.orderId')
        .where('orders.status', '=', 'ended');
      return eb.or([eb('purpose', '=', 'order'), eb.exists(lapsed)]);
    })
    .orderBy('id')
    .execute();
}

/** The latest charge of each of these orders. */
export async function latestPayments(db: Sql | Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, PaymentRow>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payments')
    .distinctOn('orderId')
    .selectAll()
    .where('orderId', 'in', [...orderIds])
    .orderBy('orderId')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.flatMap((row) => (row.orderId === null ? [] : [[row.orderId, row] as const])));
}

/**
 * Takes the lease on a payment that waits for its answer and that nobody else holds; otherwise null. Uses real time, because the lease
 * guards real processes.
 */
export function claimPayment(db: Sql, input: { id: string; wall: Date; leaseUntil: Date }): Promise<PaymentRow | null> {
  const claim = db
    .updateTable('payments')
    .set((eb) => ({ leaseToken: eb('leaseToken', '+', 1), leaseUntil: input.leaseUntil }))
    .where('id', '=', input.id)
    .where('settledAt', 'is', null)
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', input.wall)]))
    .returningAll();
  return untilNotBrokenOff(() => firstOrNull(claim));
}

/** Stores the provider's reference as soon as it is known. False if another process has taken the lease. */
export async function saveRef(db: Sql, input: { payment: PaymentRow; ref: string }): Promise<boolean> {
  const saved = await db
    .updateTable('payments')
    .set({ ref: input.ref })
    .where('id', '=', input.payment.id)
    .where('leaseToken', '=', input.payment.leaseToken)
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

export type PaymentChange = Partial<Pick<PaymentRow, 'status' | 'checkAt' | 'attempts' | 'leaseUntil' | 'declineReason' | 'settledAt'>>;

export async function changePayment(tx: Tx, id: string, change: PaymentChange): Promise<void> {
  await tx.updateTable('payments').set(change).where('id', '=', id).execute();
}

/** Payments whose answer is due from this provider, or for which another took nothing, and that nobody holds. */
export async function listDuePayments(
  db: Sql,
  input: { provider: PaymentRow['provider']; now: Date; wall: Date; limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('checkAt', '<=', input.now)
    .where((eb) => eb.or([eb('provider', 'in', [input.provider, PRETENDS]), eb('ref', 'is', null)]))
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', input.wall)]))
    .orderBy('checkAt')
    .limit(input.limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Payments before an id, newest first; optionally only of this account, status, order and these purposes. A search matches the payment's,
 * its order's and its account's id, the provider's reference, the last digits of the card, and parts of the account's name.
 */
export async function selectPayments(
  db: Sql,
  input: {
    accountId?: string | undefined;
    status?: PaymentRow['status'] | undefined;
    orderId?: string | undefined;
    search?: string | undefined;
    purposes?: readonly PaymentRow['purpose'][];
    before: string | null;
    limit: number;
  },
): Promise<readonly PaymentRow[]> {
  let query = db.selectFrom('payments').selectAll('payments').orderBy('payments.id', 'desc').limit(input.limit);
  if (input.accountId !== undefined) query = query.where('payments.accountId', '=', input.accountId);
  if (input.status !== undefined) query = query.where('payments.status', '=', input.status);
  if (input.orderId !== undefined) query = query.where('orderId', '=', input.orderId);
  if (input.purposes !== undefined) query = query.where('purpose', 'in', [...input.purposes]);
  if (input.before !== null) query = query.where('payments.id', '<', input.before);
  const { search } = input;
  if (search !== undefined) {
    query = query
      .innerJoin('accounts', 'accounts.id', 'payments.accountId')
      .leftJoin('cards', 'cards.id', 'payments.cardId')
      .where((eb) =>
        eb.or([
          eb('payments.id', '=', search),
          eb('payments.ref', '=', search),
          eb('orderId', '=', search),
          eb('accounts.id', '=', search),
          eb('cards.last4', '=', search),
          eb('accounts.name', 'ilike', containing(search)),
        ]),
      );
  }
  return query.execute();
}
