import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import type { RevenueFileBy } from '@boreal/contract/operator/exports.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import { LATE_HOURS } from '../../fleet/costs/costs.store.ts';
import type { Period } from '../../ground/calendar.rules.ts';

/** What moved, micro-CAD. */
export interface RevenueMicros {
  readonly usageMicros: bigint;
  readonly backupMicros: bigint;
  readonly orderMicros: bigint;
  /** Refunded; positive. */
  readonly refundMicros: bigint;
  /** Taken back by banks after it was spent, less what was recovered; positive. */
  readonly lossMicros: bigint;
  /** All revenue, including other movements, less losses. */
  readonly earnedMicros: bigint;
  /** Cash in less cash out. Cash belongs to customers: a model has none. */
  readonly receivedMicros: bigint;
}

/** Of one model or one customer. */
export interface RevenueGroupRow extends RevenueMicros {
  /** Null: what belongs to no model or customer. */
  readonly id: string | null;
  readonly name: string | null;
}

const IS_LATE = sql.raw(`interval '${LATE_HOURS} hours'`);

/** The columns of sums of `revenue_days` and `revenue_group_days`. */
export const REVENUE_SUMS = [
  'usage_micros',
  'backup_micros',
  'order_micros',
  'refund_micros',
  'loss_micros',
  'earned_micros',
  'received_micros',
] as const;

/** The ledger's movements of revenue, losses and cash in [start, end), by group. Each is in exactly one row. */
export function sumRevenueGroups(db: Sql, { by, ...period }: Period & { by: RevenueFileBy }): Promise<readonly RevenueGroupRow[]> {
  return nameGroups(db, by, groupsByDay({ by, ...period }));
}

/** The same for days that are kept: `YYYY-MM-DD`, `from` included, `before` excluded. */
export function sumKeptRevenueGroups(
  db: Sql,
  { by, from, before }: { by: RevenueFileBy; from: string; before: string },
): Promise<readonly RevenueGroupRow[]> {
  return nameGroups(
    db,
    by,
    sql`select * from revenue_group_days where grouped_by = ${by} and day >= ${from}::date and day < ${before}::date`,
  );
}

async function nameGroups(db: Sql, by: RevenueFileBy, days: RawBuilder<unknown>): Promise<readonly RevenueGroupRow[]> {
  const { rows } = await sql<RevenueGroupRow>`
    select s.group_id as id, g.name, ${sql.join(REVENUE_SUMS.map((sum) => sql`s.${sql.ref(sum)}`))}
    from (
      select group_id, ${sql.join(REVENUE_SUMS.map((sum) => sql`sum(${sql.ref(sum)})::bigint as ${sql.ref(sum)}`))}
      from (${days}) days group by group_id
    ) s
    left join ${by === 'customer' ? sql`accounts g on g.id = s.group_id` : sql`gpu_models g on g.slug = s.group_id`}
  `.execute(db);
  return rows;
}

/** What moved in [start, end), by day of Toronto's calendar and group: the columns of `revenue_group_days` without `grouped_by`. */
export function groupsByDay({ by, start, end }: { by: RevenueFileBy; start: unknown; end: unknown }): RawBuilder<unknown> {
  const sum = (condition: RawBuilder<unknown>) => sql`coalesce(sum(micros) filter (where ${condition}), 0)::bigint`;
  return sql`
    with moved as materialized (
      select t.id, (t.created_at at time zone ${sql.lit(BILLING_TIMEZONE)})::date as day, t.type, t.account_id, t.server_id,
        t.data ->> 'paymentId' as payment_id, side.house,
        case when t.credit_account_id = side.house then t.amount_micros else -t.amount_micros end
          * case when side.house = 'cash' then -1 else 1 end as micros
      from transfers t
      join (values ('revenue'), ('loss'), ('cash')) side (house) on side.house in (t.debit_account_id, t.credit_account_id)
      where t.created_at >= ${start} and t.created_at < ${end}
    )
    select day, group_id,
      ${sum(sql`house = 'revenue' and type = 'usage'`)} as usage_micros,
      ${sum(sql`house = 'revenue' and type = 'backup'`)} as backup_micros,
      ${sum(sql`house = 'revenue' and type = 'order'`)} as order_micros,
      -${sum(sql`house = 'revenue' and type = 'refund'`)} as refund_micros,
      -${sum(sql`house = 'loss'`)} as loss_micros,
      ${sum(sql`house in ('revenue', 'loss')`)} as earned_micros,
      ${sum(sql`house = 'cash'`)} as received_micros
    from (${by === 'customer' ? customers : models({ start, end })}) part
    group by day, group_id
    having count(*) filter (where micros <> 0) > 0`;
}

/** A movement between Boreal's own accounts names no customer: its payment does. */
const customers = sql`
      select coalesce(m.account_id, p.account_id) as group_id, m.day, m.type, m.house, m.micros
      from moved m left join payments p on p.id = m.payment_id`;

/**
 * The meter charges several servers in one transfer, which names none of them; its hours do. What they do not explain belongs to the
 * transfer's own server, or to that of the order that its payment paid.
 */
const models = ({ start, end }: { start: unknown; end: unknown }) => sql`
      select pl.gpu_model as group_id, s.day, s.type, s.house, s.micros
      from (
        select u.server_id, m.day, m.type, m.house, u.compute_micros + u.backup_micros as micros
        from usage_hours u join moved m on m.id = u.transfer_id
        where m.house = 'revenue' and u.period_start >= ${start}::timestamptz - ${IS_LATE} and u.period_start < ${end}
        union all
        select coalesce(m.server_id, o.server_id), m.day, m.type, m.house, m.micros - coalesce(e.micros, 0)
        from moved m
        left join (
          select u.transfer_id, sum(u.compute_micros + u.backup_micros) as micros
          from usage_hours u where u.period_start >= ${start}::timestamptz - ${IS_LATE} and u.period_start < ${end}
          group by u.transfer_id
        ) e on e.transfer_id = m.id and m.house = 'revenue'
        left join payments p on p.id = m.payment_id
        left join orders o on o.id = p.order_id
        where m.house <> 'cash'
      ) s
      left join servers sv on sv.id = s.server_id
      left join plans pl on pl.id = sv.plan_id`;

/** When the first money moved; null if none has. */
export async function firstMovement(db: Sql): Promise<Date | null> {
  const row = await db.selectFrom('transfers').select('createdAt').orderBy('id').limit(1).executeTakeFirst();
  return row?.createdAt ?? null;
}
