import type { Selectable } from 'kysely';
import type { PrepaidCycle } from '@boreal/contract/billing/orders.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { Orders } from '../../../db/rows.gen.ts';
import { containing } from '../../ground/search.rules.ts';
import type { Plan } from '../../money/catalog/plan.ts';

export type OrderRow = Omit<Selectable<Orders>, 'cycle'> & { readonly cycle: PrepaidCycle };

/** An order with its server's name and the parts of its plan's name. */
export type OrderView = OrderRow & { readonly serverName: string; readonly committedMicros: bigint | null } & Pick<
    Plan,
    'modelName' | 'gpuCount' | 'spot'
  >;

/** Narrows the cycle: the table refuses the hourly one. */
function prepaid<R extends { cycle: Selectable<Orders>['cycle'] }>(row: R): R & { cycle: PrepaidCycle } {
  if (row.cycle === 'hourly') throw new Error('an order cannot be hourly');
  return { ...row, cycle: row.cycle };
}

export async function insertOrder(tx: Tx, row: OrderRow): Promise<void> {
  await tx.insertInto('orders').values(row).execute();
}

export async function findOrder(db: Sql | Tx, id: string): Promise<OrderRow | null> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? prepaid(row) : null;
}

export async function findOrderOfServer(db: Sql | Tx, serverId: string): Promise<OrderRow | null> {
  const row = await db.selectFrom('orders').selectAll().where('serverId', '=', serverId).executeTakeFirst();
  return row ? prepaid(row) : null;
}

/** Locks an order until the transaction ends. Its account is locked before it, its server after it. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | null> {
  const row = await tx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? prepaid(row) : null;
}

export type OrderChange = Partial<
  Pick<
    OrderRow,
    'status' | 'autoRenew' | 'canceledAt' | 'anchorAt' | 'anchorTerm' | 'termNumber' | 'termStart' | 'termEnd' | 'renewAt' | 'toldTerm'
  >
>;

export async function changeOrder(tx: Tx, input: { orderId: string; at: Date; change: OrderChange }): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...input.change, updatedAt: input.at })
    .where('id', '=', input.orderId)
    .execute();
}

/** Turns off the automatic renewal of an account's orders; returns the ids of those that had it on. */
export async function endAutoRenewals(tx: Tx, { accountId, at }: { accountId: string; at: Date }): Promise<readonly string[]> {
  const ended = await tx
    .updateTable('orders')
    .set({ autoRenew: false, renewAt: null, updatedAt: at })
    .where('accountId', '=', accountId)
    .where('autoRenew', '=', true)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Which orders; by default all. A search matches the order's and the server's id, and parts of the server's and the account's name. */
export interface OrderFilter {
  readonly accountId?: string | undefined;
  readonly status?: OrderRow['status'] | undefined;
  readonly search?: string | undefined;
  readonly id?: string | undefined;
}

/** Orders before an id, newest first. */
export async function selectOrders(db: Sql, input: OrderFilter & { before: string | null; limit: number }): Promise<readonly OrderView[]> {
  let query = db
    .selectFrom('orders')
    .innerJoin('servers', 'servers.id', 'orders.serverId')
    .innerJoin('plans', 'plans.id', 'orders.planId')
    .innerJoin('gpuModels', 'gpuModels.slug', 'plans.gpuModel')
    .selectAll('orders')
    .select(['servers.name as serverName', 'servers.committedMicros', 'gpuModels.name as modelName', 'plans.gpuCount', 'plans.spot'])
    .orderBy('orders.id', 'desc')
    .limit(input.limit);
  if (input.accountId !== undefined) query = query.where('orders.accountId', '=', input.accountId);
  if (input.status !== undefined) query = query.where('orders.status', '=', input.status);
  if (input.id !== undefined) query = query.where('orders.id', '=', input.id);
  if (input.before !== null) query = query.where('orders.id', '<', input.before);
  const { search } = input;
  if (search !== undefined) {
    const like = containing(search);
    query = query
      .innerJoin('accounts', 'accounts.id', 'orders.accountId')
      .where((eb) =>
        eb.or([
          eb('orders.id', '=', search),
          eb('servers.id', '=', search),
          eb('servers.name', 'ilike', like),
          eb('accounts.name', 'ilike', like),
        ]),
      );
  }
  return (await query.execute()).map(prepaid);
}

/** An order that is due for a schedule. */
export type DueOrder = Pick<OrderRow, 'id' | 'accountId'>;

/** Paid terms that are over. */
export async function listEndedTerms(db: Sql, input: { now: Date; after: string; limit: number }): Promise<readonly DueOrder[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'accountId'])
    .where('status', '=', 'active')
    .where('termEnd', '<=', input.now)
    .where('id', '>', input.after)
    .orderBy('id')
    .limit(input.limit)
    .execute();
}

/** Orders whose automatic renewal is due. */
export async function listDueRenewals(db: Sql, input: { now: Date; after: string; limit: number }): Promise<readonly DueOrder[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'accountId'])
    .where('renewAt', '<=', input.now)
    .where('id', '>', input.after)
    .orderBy('id')
    .limit(input.limit)
    .execute();
}

/** Orders whose term ends before a time and whose customer has not been told of it yet. */
export async function listUntoldEnds(db: Sql, input: { endsBefore: Date; after: string; limit: number }): Promise<readonly DueOrder[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'accountId'])
    .where('status', '=', 'active')
    .where('canceledAt', 'is', null)
    .where('termEnd', '<=', input.endsBefore)
    .whereRef('toldTerm', '<', 'termNumber')
    .where('id', '>', input.after)
    .orderBy('id')
    .limit(input.limit)
    .execute();
}
