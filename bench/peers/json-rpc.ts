// A hand-written JSON-RPC handler over a bare Fastify: one look-up of the key, the list as a constant, the same selects for a call.
import { hash } from 'node:crypto';
import { fastify } from 'fastify';
import pg from 'pg';

const FIND_KEY = 'select account_id from api_keys where hash = $1 and revoked_at is null and expires_at > $2';
const BALANCE = 'select balance_micros from ledger_accounts where id = $1';
const BURN = `
  select coalesce(sum(price.hourly_micros), 0) as micros from clock_runs r join lateral (
    select hourly_micros from prices where plan_id = r.plan_id and (account_id = r.account_id or account_id is null) and valid_from <= $2
    order by account_id nulls last, valid_from desc limit 1
  ) price on true where r.account_id = $1 and r.open and r.stops_at is null`;

const { result: list }: { result: unknown } = JSON.parse(process.env['BENCH_LIST'] ?? '{}');
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['BENCH_POOL']), idleTimeoutMillis: 0 });
const app = fastify();
app.get('/healthz', () => ({ status: 'ok' }));
app.post<{ Body: { id: number; method: string; params: { name?: string } } }>('/api/mcp', async (request, reply) => {
  const now = new Date();
  const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
  const key = await pool.query<{ account_id: string }>({ name: 'key', text: FIND_KEY, values: [hash('sha256', secret, 'buffer'), now] });
  const accountId = key.rows[0]?.account_id;
  if (accountId === undefined) return reply.code(401).send({ error: 'Unauthorized' });
  const { id, method, params } = request.body;
  if (method === 'tools/list') return { jsonrpc: '2.0', id, result: list };
  if (params.name !== 'svc_get_balance') return { jsonrpc: '2.0', id, error: { code: -32602, message: 'unknown tool' } };
  const [balance, burn] = [
    await pool.query<{ balance_micros: string }>({ name: 'balance', text: BALANCE, values: [accountId] }),
    await pool.query<{ micros: string }>({ name: 'burn', text: BURN, values: [accountId, now] }),
  ];
  const facts = {
    balance: Number(balance.rows[0]?.balance_micros) / 1e6,
    currency: 'CAD',
    burnRatePerHour: Number(burn.rows[0]?.micros) / 1e6,
  };
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `${facts.balance} CAD` }], structuredContent: facts } };
});
await app.listen({ port: Number(process.env['BENCH_PORT']), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
