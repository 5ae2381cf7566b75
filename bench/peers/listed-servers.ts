// A bare Fastify over a pg pool: one look-up of the key, one prepared select of the same rows, the same JSON.
import { hash } from 'node:crypto';
import { fastify } from 'fastify';
import pg from 'pg';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly gpu_count: number;
  readonly model: string;
  readonly vcores: number;
  readonly ram_gb: number;
  readonly storage_gb: number;
  readonly ipv4: string | null;
  readonly ssh_port: number | null;
  readonly region: string;
  /** int8 arrives as text. */
  readonly hourly_micros: string;
  readonly created_at: Date;
}

const FIND_KEY = 'select account_id from api_keys where hash = $1 and revoked_at is null and expires_at > $2';
const LIST = `
  select s.id, s.name, s.status, p.gpu_count, m.name as model, p.vcores, p.ram_gb, p.storage_gb, s.ipv4, s.ssh_port, s.region,
    price.hourly_micros, s.created_at
  from servers s
  join plans p on p.id = s.plan_id
  join gpu_models m on m.slug = p.gpu_model
  join lateral (
    select hourly_micros from prices
    where plan_id = s.plan_id and (account_id = s.account_id or account_id is null) and valid_from <= $2
    order by account_id nulls last, valid_from desc limit 1
  ) price on true
  where s.account_id = $1 and s.status <> 'DELETED' order by s.id limit 1000`;

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['BENCH_POOL']), idleTimeoutMillis: 0 });
const app = fastify();
app.get('/healthz', () => ({ status: 'ok' }));
app.get('/api/servers', async (request, reply) => {
  const now = new Date();
  const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
  const key = await pool.query<{ account_id: string }>({ name: 'key', text: FIND_KEY, values: [hash('sha256', secret, 'buffer'), now] });
  const accountId = key.rows[0]?.account_id;
  if (accountId === undefined) return reply.code(401).send({ error: 'Unauthorized' });
  const { rows } = await pool.query<Row>({ name: 'list', text: LIST, values: [accountId, now] });
  return { data: rows.map(shown) };
});
await app.listen({ port: Number(process.env['BENCH_PORT']), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));

function shown(row: Row) {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    gpu: `${row.gpu_count}× ${row.model}`,
    specs: { vcores: row.vcores, ram: row.ram_gb, storage: row.storage_gb },
    ipv4: row.ipv4,
    sshPort: row.ipv4 === null ? null : (row.ssh_port ?? 22),
    region: row.region,
    monthlyCost: (Number(row.hourly_micros) * 730) / 1e6,
    createdAt: row.created_at,
  };
}
