import type { OrderStatus } from '@boreal/contract/billing/status.ts';
import type { Micros } from '@boreal/contract/values/money.ts';
import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { keptWorkGb } from '../../fleet/engines/engine-traits.store.ts';

/** A server, with what its clock and its order say about what is paid for it. */
export interface StakeRow {
  readonly id: string;
  readonly planId: string;
  readonly hourly: boolean;
  readonly everActive: boolean;
  /** Moving to another host, because its own is being drained. */
  readonly moving: boolean;
  readonly storageGb: number;
  readonly workGb: number;
  /** How much of the work disk hibernation keeps. */
  readonly keptWorkGb: number;
  /** Its latest run of the clock; all null if it has had none. */
  readonly anchorAt: Date | null;
  readonly started: boolean | null;
  readonly stopsAt: Date | null;
  /** The start of the latest hour that was refunded. */
  readonly refundedHour: Date | null;
  readonly orderStatus: OrderStatus | null;
  readonly termEnd: Date | null;
  /** The paid term that has not begun, with what was paid for it, taxes included. */
  readonly nextStart: Date | null;
  readonly nextEnd: Date | null;
  readonly nextMicros: Micros | null;
}

/** An account's servers that are not deleted, or one of them, oldest first. */
export async function selectStakes(
  db: Sql | Tx,
  { accountId, serverId, now, limit }: { accountId: string; serverId?: string | undefined; now: Date; limit: number },
): Promise<readonly StakeRow[]> {
  const { rows } = await sql<StakeRow>`
    select servers.id, servers.plan_id, servers.billing_cycle = 'hourly' as hourly, servers.first_active_at is not null as ever_active,
      servers.moving_from is not null as moving, plans.storage_gb, plans.local_storage_gb as work_gb, ${keptWorkGb} as kept_work_gb,
      run.anchor_at, run.started, run.stops_at,
      (select max(period_start) from usage_refunds where usage_refunds.server_id = servers.id) as refunded_hour,
      orders.status as order_status, orders.term_end,
      next.starts_at as next_start, next.ends_at as next_end, payments.net_micros + payments.tax_micros as next_micros
    from servers
    join plans on plans.id = servers.plan_id
    left join lateral (
      select anchor_at, started, stops_at from clock_runs where clock_runs.server_id = servers.id order by number desc limit 1
    ) run on true
    left join orders on orders.server_id = servers.id
    left join lateral (
      select starts_at, ends_at, payment_id from order_terms
      where order_terms.order_id = orders.id and orders.status = 'active' and starts_at > ${now}
      order by number limit 1
    ) next on true
    left join payments on payments.id = next.payment_id
    where servers.account_id = ${accountId} and servers.status <> 'DELETED'
      ${serverId === undefined ? sql`` : sql`and servers.id = ${serverId}`}
    order by servers.id
    limit ${limit}
  `.execute(db);
  return rows;
}
