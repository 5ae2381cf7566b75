import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import { countNewsWaiting } from '../settlement/events.store.ts';

/** Work of one kind that processes have taken, by lease. An expired lease was never released: its process is gone. */
interface Leases {
  readonly kind: 'server' | 'payment' | 'refund' | 'mail';
  readonly held: number;
  readonly expired: number;
}

export interface WorkUnderWay {
  /** Hours that began more than ten minutes ago and that the meter has not billed. */
  readonly hoursUnbilled: number;
  /** Events of the payment provider that could not be applied for ten minutes. */
  readonly newsWaiting: number;
  readonly leases: readonly Leases[];
}

/** Reads the work in progress. Hours and events are in product time, leases in real time. */
export async function readWorkUnderWay(db: Sql, { now, wall }: { now: Date; wall: Date }): Promise<WorkUnderWay> {
  const { rows } = await sql<WorkUnderWay>`
    with meter as materialized (
      select billed_through as mark, ${now}::timestamptz - interval '10 minutes' as due from meter_marks
    ),
    lease (kind, lease_until) as (
      select 'server', lease_until from servers where converge_at is not null and lease_until is not null
      union all select 'payment', lease_until from payments where settled_at is null and lease_until is not null
      union all select 'refund', lease_until from payment_refunds where check_at is not null and lease_until is not null
      union all select 'mail', lease_until from mail_deliveries where status = 'waiting' and lease_until is not null
    )
    select
      -- Hour k begins k hours after the run's anchor; k = 0 was charged with the deployment.
      (select coalesce(sum(greatest(0,
          least(floor(extract(epoch from m.due - r.anchor_at) / 3600), ceil(extract(epoch from r.stops_at - r.anchor_at) / 3600) - 1)
          - greatest(0, floor(extract(epoch from m.mark - r.anchor_at) / 3600)))), 0)::int
        from meter m join clock_runs r on r.open and r.started and m.mark < m.due) as hours_unbilled,
      ${countNewsWaiting(now)} as news_waiting,
      (select jsonb_agg(jsonb_build_object(
          'kind', kind,
          'held', (select count(*) from lease l where l.kind = k.kind and l.lease_until > ${wall}),
          'expired', (select count(*) from lease l where l.kind = k.kind and l.lease_until <= ${wall})))
        from unnest(array['server', 'payment', 'refund', 'mail']) k (kind)) as leases
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database says nothing of the work under way');
  return row;
}
