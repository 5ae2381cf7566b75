import type { OrderStatus } from '@boreal/contract/billing/status.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';

/** How many of the latest charges are searched for ones that need attention. */
const RECENT_PAYMENTS = 50;
const SERVERS_MAX = 1000;
const ORDERS_MAX = 200;

/** Whether auto-reload is on and has stopped. */
export async function hasReloadStopped(db: Sql, accountId: string): Promise<boolean> {
  const stopped = db.selectFrom('autoReloads').select('accountId').where('accountId', '=', accountId).where('enabled', '=', true);
  return (await stopped.where('stoppedAt', 'is not', null).executeTakeFirst()) !== undefined;
}

/** The latest card charges, newest first. */
export function selectRecentPayments(db: Sql, accountId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'purpose', 'status', 'declineReason', 'netMicros', 'taxMicros', 'orderId', 'createdAt', 'settledAt'])
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .limit(RECENT_PAYMENTS)
    .execute();
}

/** An order whose term ends soon, or has just ended, and has not been renewed. */
interface EndingOrder {
  readonly id: string;
  readonly serverName: string;
  readonly status: OrderStatus;
  readonly autoRenew: boolean;
  readonly renewAt: Date | null;
  readonly termEnd: Date;
}

/** Orders whose term ends between these times, except cancelled ones and those whose renewal is being charged. */
export async function selectEndingOrders(
  db: Sql,
  { accountId, from, to }: { accountId: string; from: Date; to: Date },
): Promise<readonly EndingOrder[]> {
  const { rows } = await sql<EndingOrder>`
    select orders.id, servers.name as server_name, orders.status, orders.auto_renew, orders.renew_at, orders.term_end
    from orders
    join servers on servers.id = orders.server_id and servers.status <> 'DELETED'
    where orders.account_id = ${accountId} and orders.status in ('active', 'ended') and orders.canceled_at is null
      and orders.term_end between ${from} and ${to}
      and not exists (select from payments where payments.order_id = orders.id and payments.settled_at is null)
    order by orders.term_end
    limit ${ORDERS_MAX}
  `.execute(db);
  return rows;
}

interface FailedBackup {
  readonly serverId: string;
  readonly serverName: string;
  readonly at: Date;
}

/** The servers whose latest backup failed. */
export async function selectFailedBackups(db: Sql, accountId: string): Promise<readonly FailedBackup[]> {
  const { rows } = await sql<FailedBackup>`
    select listed.id as server_id, listed.name as server_name, backup.created_at as at
    from (select id, name from servers where account_id = ${accountId} and status <> 'DELETED' order by id limit ${SERVERS_MAX}) listed
    cross join lateral (
      select created_at, status from backups where backups.server_id = listed.id order by id desc limit 1
    ) backup
    where backup.status = 'failed'
    order by listed.id
  `.execute(db);
  return rows;
}
