// A bare Fastify over a pg pool that sells a server with the same rows: locks, two reads, and one statement that writes them all.
import { hash } from 'node:crypto';
import { fastify } from 'fastify';
import pg from 'pg';
import { ulid } from 'ulid';

const FIND_KEY = 'select id, account_id from api_keys where hash = $1 and revoked_at is null and expires_at > $2';
const LOCK_ACCOUNT = 'select balance_micros from ledger_accounts where id = $1 for update';
const READ_PLAN = `
  select p.gpu_model, price.hourly_micros, k.public_key, i.id as image_id
  from plans p cross join lateral price_in_force($1, p.id, $3) price
  join ssh_keys k on k.id = $4 and k.account_id = $1 join images i on i.is_default where p.id = $2`;
const LOCK_POOL = 'select id from pools where gpu_model = $1 order by id for update';
const WRITE = `
  with host as (
    select hosts.id, hosts.engine, gpus.pool_id from hosts join gpus on gpus.host_id = hosts.id and gpus.server_id is null and gpus.leaving_server_id is null
    where gpus.pool_id = any($1) and hosts.state = 'accepting' and hosts.silent_since is null
    group by hosts.id, gpus.pool_id order by count(*), hosts.name collate "C" limit 1
  ), found as (select id from environments where account_id = $3
  ), made as (
    insert into environments (id, account_id, region, name, created_at)
    select $4, $3, 'canada-montreal', 'default', $5::timestamptz where not exists (select from found) returning id
  ), server as (
    insert into servers (id, account_id, environment_id, plan_id, image_id, ssh_key_id, public_key, name, region, billing_cycle, status,
      goal, intent, host_id, pool_id, engine, phase, firewall_version, firewall_applied_version, converge_at, deadline_at, attempts, lease_token, created_at, updated_at)
    select $2, $3, (select id from found union all select id from made), $6, $7, $8, $9, $6, 'canada-montreal', 'hourly', 'PROVISIONING',
      'running', 1, host.id, host.pool_id, host.engine, 'asking', 1, 0, $5::timestamptz, $5::timestamptz + interval '20 minutes', 0, 0, $5::timestamptz, $5::timestamptz
    from host returning id
  ), card as (
    update gpus set server_id = $2, taken_at = $5 from host where gpus.host_id = host.id and gpus.slot = (
      select min(slot) from gpus free where free.host_id = host.id and free.server_id is null and free.leaving_server_id is null)
  ), transfer as (
    insert into transfers (id, key, type, debit_account_id, credit_account_id, amount_micros, account_id, balance_after_micros, server_id,
      data, created_at)
    values ($10, $11, 'usage', $3, 'revenue', $12, $3, $13, $2, '{"of": "first_hour", "serverName": "worker", "planId": "l4-x1"}', $5)
  ), account as (
    update ledger_accounts set balance_micros = $13, month_start = $14, month_spent_micros = month_spent_micros + $12,
      day_start = $14, day_spent_micros = day_spent_micros + $12 where id = $3
  ), run as (
    insert into clock_runs (server_id, number, account_id, plan_id, anchor_at, phase_ms, started, open)
    values ($2, 1, $3, $6, $5, $15, false, true)
  ), hour as (
    insert into usage_hours (server_id, account_id, transfer_id, period_start, rate_micros, compute_micros, backup_micros)
    values ($2, $3, $10, $5, $12, $12, 0)
  ), rule as (
    insert into firewall_rules (direction, protocol, ethertype, cidr, port_min, port_max, server_id, version, created_at)
    values ('ingress', 'tcp', 'IPv4', '0.0.0.0/0', 22, 22, $2, 1, $5)
  ), event as (
    insert into server_events (id, server_id, account_id, type, level, actor_type, actor_id, to_status, data, created_at)
    values ($16, $2, $3, 'server.create_requested', 'info', 'api_key', $17, 'PROVISIONING', '{"by": "deployment", "gpu": "1× L4"}', $5)
  ), audit as (
    insert into audit_entries (id, account_id, action, target, detail, actor_type, actor_id, door, created_at)
    values ($18, $3, 'server.created', $2, '{}', 'api_key', $17, 'rest', $5)
  )
  select id, graphile_worker.add_job('converge-server', json_build_object('serverId', id), max_attempts => 3,
    job_key => 'converge-server:' || id, job_key_mode => 'replace') from server`;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['BENCH_POOL']), idleTimeoutMillis: 0 });
const app = fastify({ logger: { level: 'error' } });
app.get('/healthz', () => ({ status: 'ok' }));
app.post<{ Body: { productId: string; sshKeyId: string } }>('/api/servers', async (request, reply) => {
  const now = new Date();
  const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
  const key = await pool.query<{ id: string; account_id: string }>({
    name: 'key',
    text: FIND_KEY,
    values: [hash('sha256', secret, 'buffer'), now],
  });
  const [caller] = key.rows;
  if (!caller) return reply.code(401).send({ error: 'Unauthorized' });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const id = await sell(client, { caller, ...request.body, now });
    await client.query('commit');
    return reply.code(201).send({ id, status: 'PROVISIONING' });
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});
await app.listen({ port: Number(process.env['BENCH_PORT']), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));

async function sell(
  client: pg.PoolClient,
  order: { caller: { id: string; account_id: string }; productId: string; sshKeyId: string; now: Date },
): Promise<string> {
  const { caller, productId, sshKeyId, now } = order;
  const accountId = caller.account_id;
  const account = await client.query<{ balance_micros: string }>({ name: 'account', text: LOCK_ACCOUNT, values: [accountId] });
  const read = await client.query<{ gpu_model: string; hourly_micros: string; public_key: string; image_id: string }>({
    name: 'plan',
    text: READ_PLAN,
    values: [accountId, productId, now, sshKeyId],
  });
  const [plan] = read.rows;
  const pools = await client.query<{ id: string }>({ name: 'pool', text: LOCK_POOL, values: [plan?.gpu_model] });
  const id = `srv_${ulid()}`;
  const transferId = `txn_${ulid()}`;
  const day = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  await client.query({
    name: 'write',
    text: WRITE,
    values: [
      pools.rows.map((pool) => pool.id),
      id,
      accountId,
      `env_${ulid()}`,
      now,
      productId,
      plan?.image_id,
      sshKeyId,
      plan?.public_key,
      transferId,
      `first-hour:${id}:1`,
      plan?.hourly_micros,
      String(BigInt(account.rows[0]?.balance_micros ?? 0) - BigInt(plan?.hourly_micros ?? 0)),
      day,
      now.getTime() % HOUR_MS,
      `evt_${ulid()}`,
      caller.id,
      `aud_${ulid()}`,
    ],
  });
  return id;
}
