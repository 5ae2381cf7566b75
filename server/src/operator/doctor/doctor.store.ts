import { sql } from 'kysely';
import type { Sql } from '../../db/connect.ts';
import { PRETENDS, type ProviderName } from '../../payments/port.ts';
import { countNewsWaiting } from '../../core/commerce/settlement/events.store.ts';

export interface SeenDatabase {
  readonly now: Date;
  /** 180004 for 18.4. */
  readonly version: number;
  readonly migrations: readonly string[];
  readonly xidAge: number;
  /** Null: it does not archive its log. */
  readonly archiving: SeenArchiving | null;
  readonly partitionsUntil: Date | null;
  readonly sequences: readonly { readonly name: string; readonly used: number }[];
}

/** How a Postgres archives its log. */
export interface SeenArchiving {
  /** How long a partly filled segment may wait; 0: until it is full. */
  readonly timeoutSeconds: number;
  /** Since when archiving has failed; null: the last attempt succeeded, or there was none. */
  readonly failsSince: string | null;
}

/** What Postgres reports about itself. */
export async function readDatabase(db: Sql): Promise<SeenDatabase> {
  const { rows } = await sql<SeenDatabase>`
    select clock_timestamp() as now, current_setting('server_version_num')::int as version,
      (select array_agg(name order by name) from kysely_migration) as migrations,
      (select age(datfrozenxid)::int from pg_database where datname = current_database()) as xid_age,
      (select jsonb_build_object(
          'timeout_seconds', (select setting::int from pg_settings where name = 'archive_timeout'),
          'fails_since', case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end)
        from pg_stat_archiver where current_setting('archive_mode') <> 'off') as archiving,
      -- Of a table without any, the last one ended long ago.
      (select min(coalesce(until, '-infinity')) from unnest(array['usage_hours', 'server_events']::regclass[]) parent
        left join lateral (
          select max(substring(pg_get_expr(child.relpartbound, child.oid) from $$TO [(]'([^']+)'[)]$$)::timestamptz) as until
          from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = parent
        ) partitions on true) as partitions_until,
      coalesce((select jsonb_agg(jsonb_build_object('name', sequencename, 'used', coalesce(last_value, 0)::float8 / max_value))
        from pg_sequences where schemaname = 'public'), '[]') as sequences
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('Postgres did not report its state');
  return row;
}

export interface SeenWork {
  /** Mails permanently refused in the last week, and those waiting for more than an hour. */
  readonly mailsFailed: number;
  readonly mailsWaiting: number;
  /** Events of the payment provider that could not be applied for more than ten minutes. */
  readonly newsWaiting: number;
  /** Charges and refunds of another payment provider, whose outcome only that provider knows. */
  readonly chargesElsewhere: number;
  /** From the present provider. */
  readonly lastNews: Date | null;
  readonly lastCharge: Date | null;
  readonly silentHosts: readonly string[];
  readonly serversInError: number;
}

/** Work that waits or is stuck. */
export async function readWork(db: Sql, { now, provider }: { now: Date; provider: ProviderName }): Promise<SeenWork> {
  const { rows } = await sql<Record<keyof SeenWork, unknown> & SeenWork>`
    select
      (select count(*)::int from mail_deliveries where status = 'given_up' and created_at > ${now}::timestamptz - interval '7 days') as mails_failed,
      (select count(*)::int from mail_deliveries where status = 'waiting' and created_at < ${now}::timestamptz - interval '1 hour') as mails_waiting,
      ${countNewsWaiting(now)} as news_waiting,
      (select count(*)::int from payments where settled_at is null and provider not in (${provider}, ${PRETENDS}) and ref is not null)
        + (select count(*)::int from payment_refunds r join payments p on p.id = r.payment_id
          where r.status = 'pending' and r.check_at is not null and p.provider not in (${provider}, ${PRETENDS})) as charges_elsewhere,
      (select max(received_at) from provider_events where provider = ${provider}) as last_news,
      (select max(created_at) from payments where status = 'succeeded' and provider = ${provider}) as last_charge,
      (select coalesce(array_agg(name order by name), '{}') from hosts where silent_since < ${now}::timestamptz - interval '5 minutes') as silent_hosts,
      (select count(*)::int from servers where status = 'ERROR') as servers_in_error
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database says nothing of the work');
  return row;
}

/** Servers at rest whose machines differ from their rows: hibernated here and on there, or the other way round. */
export async function findDifferent(
  db: Sql,
  machines: readonly { readonly serverId: string; readonly power: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from servers
    join unnest(${machines.map(({ serverId }) => serverId)}::text[], ${machines.map(({ power }) => power)}::text[]) machine (server_id, power)
      on machine.server_id = servers.id collate "C"
    where task is null and converge_at is null and (
      (status = 'HIBERNATED' and power in ('running', 'starting', 'stopped')) or (status in ('ACTIVE', 'STOPPED') and power = 'hibernated')
    ) order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}
