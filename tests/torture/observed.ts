import type { TestDatabase } from '../../server/src/db/testing.ts';

/** A line of a server's activity log, as its owner reads it. */
export interface SeenEvent {
  readonly serverId: string;
  readonly type: string;
  readonly reason: string | null;
  readonly toStatus: string | null;
  readonly fromStatus: string | null;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly at: Date;
  /** Of a preemption: a server of the same account needed the GPUs. */
  readonly byItsOwner: boolean;
}

/** An hour as the server's usage shows it, with when it was charged. */
export interface SeenHour {
  readonly serverId: string;
  readonly start: Date;
  readonly compute: bigint;
  readonly backup: bigint;
  readonly chargedAt: Date;
}

export interface SeenRefund {
  readonly serverId: string;
  readonly start: Date;
  readonly micros: bigint;
  readonly reason: string;
  readonly at: Date;
}

/** A movement of an account's credit, as its transactions list it; what was taken is negative. */
export interface SeenMovement {
  readonly accountId: string;
  readonly type: string;
  readonly micros: bigint;
  readonly serverId: string | null;
  readonly at: Date;
  readonly balanceAfter: bigint;
}

export interface SeenServer {
  readonly id: string;
  readonly accountId: string;
  readonly planId: string;
  readonly status: string;
  readonly task: string | null;
  readonly billingCycle: string;
}

export interface SeenTerm {
  readonly serverId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly planMicros: bigint;
  readonly backupMicros: bigint;
  /** When the charge was requested, and which one it was. */
  readonly askedAt: Date;
  readonly paymentId: string;
}

/** A charge of a card, and what the provider's own books say of it. */
export interface SeenPayment {
  readonly id: string;
  readonly accountId: string;
  readonly status: string;
  readonly netMicros: bigint;
  readonly takenByProvider: boolean;
  readonly forOrder: boolean;
  /** By auto-reload: nobody requested it. */
  readonly byReload: boolean;
  readonly at: Date;
  /** What was refunded to the card, or taken back by its bank, before tax; and how much of it nobody requested by hand. */
  readonly backMicros: bigint;
  readonly backByItself: bigint;
}

/** Everything that a customer can see of what happened, in its order. */
export interface Observed {
  readonly servers: readonly SeenServer[];
  readonly events: ReadonlyMap<string, readonly SeenEvent[]>;
  readonly hours: ReadonlyMap<string, readonly SeenHour[]>;
  readonly refunds: ReadonlyMap<string, readonly SeenRefund[]>;
  readonly movements: ReadonlyMap<string, readonly SeenMovement[]>;
  readonly balances: ReadonlyMap<string, bigint>;
  readonly terms: ReadonlyMap<string, readonly SeenTerm[]>;
  readonly payments: readonly SeenPayment[];
}

export async function observe(db: TestDatabase): Promise<Observed> {
  const read = async <R>(query: string): Promise<readonly R[]> => {
    const { rows } = await db.pool.query(query);
    return rows;
  };
  const servers = await read<SeenServer>(
    `select id, account_id as "accountId", plan_id as "planId", status, task, billing_cycle as "billingCycle" from servers order by id`,
  );
  const events = await read<SeenEvent>(
    `select server_id as "serverId", type, reason, to_status as "toStatus", from_status as "fromStatus", actor_type as "actorType",
       actor_id as "actorId", created_at as at, coalesce((data->>'byItsOwner')::boolean, false) as "byItsOwner" from server_events order by id`,
  );
  const hours = await read<SeenHour>(
    `select u.server_id as "serverId", u.period_start as start, u.compute_micros as compute, u.backup_micros as backup,
       t.created_at as "chargedAt" from usage_hours u join transfers t on t.id = u.transfer_id order by u.period_start`,
  );
  const refunds = await read<SeenRefund>(
    `select server_id as "serverId", period_start as start, amount_micros as micros, reason, created_at as at from usage_refunds order by id`,
  );
  const movements = await read<SeenMovement>(
    `select account_id as "accountId", type, server_id as "serverId", created_at as at, balance_after_micros as "balanceAfter",
       case when credit_account_id = account_id then amount_micros else -amount_micros end as micros
     from transfers where account_id is not null order by seq`,
  );
  const balances = await read<{ id: string; micros: bigint }>(
    `select id, balance_micros as micros from ledger_accounts where kind = 'customer_credit'`,
  );
  const terms = await read<SeenTerm>(
    `select o.server_id as "serverId", t.starts_at as "startsAt", t.ends_at as "endsAt", t.plan_micros as "planMicros",
       t.backup_micros as "backupMicros", p.created_at as "askedAt", p.id as "paymentId" from order_terms t join orders o on o.id = t.order_id join payments p on p.id = t.payment_id
     order by t.starts_at`,
  );
  const payments = await read<SeenPayment>(
    `select p.id, p.account_id as "accountId", p.status, p.net_micros as "netMicros", coalesce(c.times_taken, 0) > 0 as "takenByProvider",
       p.order_id is not null as "forOrder", p.purpose = 'auto_reload' as "byReload", p.created_at as at,
       coalesce((select sum(net_micros) from payment_refunds where payment_id = p.id), 0)::bigint as "backMicros",
       coalesce((select sum(net_micros) from payment_refunds where payment_id = p.id and kind = 'refund' and reason <> 'Tortured'), 0)::bigint
         as "backByItself"
     from payments p left join sandbox_payments.charge c on c.ref = p.ref order by p.id`,
  );
  return {
    servers,
    events: Map.groupBy(events, ({ serverId }) => serverId),
    hours: Map.groupBy(hours, ({ serverId }) => serverId),
    refunds: Map.groupBy(refunds, ({ serverId }) => serverId),
    movements: Map.groupBy(movements, ({ accountId }) => accountId),
    balances: new Map(balances.map(({ id, micros }) => [id, micros])),
    terms: Map.groupBy(terms, ({ serverId }) => serverId),
    payments,
  };
}
