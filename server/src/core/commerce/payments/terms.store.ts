import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { OrderTerms } from '../../../db/rows.gen.ts';

export type TermRow = Selectable<OrderTerms>;

export async function insertTerm(tx: Tx, row: TermRow): Promise<void> {
  await tx.insertInto('orderTerms').values(row).execute();
}

/** Whether a payment has paid for a term. */
export async function hasTerm(db: Sql | Tx, paymentId: string): Promise<boolean> {
  return (await findTermOfPayment(db, paymentId)) !== null;
}

export function findTermOfPayment(db: Sql | Tx, paymentId: string): Promise<TermRow | null> {
  return firstOrNull(db.selectFrom('orderTerms').selectAll().where('paymentId', '=', paymentId));
}

/** Whether a payment has paid for a term that is never used: its server never started, or was deleted before the term began. */
export async function isTermUnused(tx: Tx, paymentId: string): Promise<boolean> {
  const term = tx
    .selectFrom('orderTerms')
    .innerJoin('orders', 'orders.id', 'orderTerms.orderId')
    .innerJoin('servers', 'servers.id', 'orders.serverId')
    .select('orderTerms.number')
    .where('orderTerms.paymentId', '=', paymentId)
    .where('orders.status', '=', 'ended')
    .where((eb) => eb.or([eb('servers.firstActiveAt', 'is', null), eb('orderTerms.startsAt', '>', eb.ref('servers.deletedAt'))]));
  return (await term.executeTakeFirst()) !== undefined;
}

/** A paid term of an order by its number, from 1. */
export function findTerm(db: Sql | Tx, of: { orderId: string; number: number }): Promise<TermRow | null> {
  return firstOrNull(db.selectFrom('orderTerms').selectAll().where('orderId', '=', of.orderId).where('number', '=', of.number));
}

/** The paid terms of an order, in order. */
export async function listTerms(tx: Sql | Tx, { orderId }: { orderId: string }): Promise<readonly TermRow[]> {
  return tx.selectFrom('orderTerms').selectAll().where('orderId', '=', orderId).orderBy('number').execute();
}

/** The paid terms of an order that are not over, in order. */
export async function listTermsLeft(tx: Sql | Tx, input: { orderId: string; now: Date }): Promise<readonly TermRow[]> {
  return tx
    .selectFrom('orderTerms')
    .selectAll()
    .where('orderId', '=', input.orderId)
    .where('endsAt', '>', input.now)
    .orderBy('number')
    .execute();
}
