import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { refundPayment } from '../../server/src/core/commerce/refunds/refund-payment.ts';
import { createBackup } from '../../server/src/core/fleet/lifecycle/backup/create-backup.ts';
import { setBackupOption } from '../../server/src/core/fleet/backups/set-backup-option.ts';
import { quarantineGpu } from '../../server/src/core/fleet/capacity/gpus/set-gpu-aside.ts';
import { order } from '../../server/src/core/testing/order-steps.ts';
import { DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import { NEW, openBesideNewer } from '../testing/beside-newer.ts';

// As in newer-rows.test.ts, a newer version writes what an older one reads. Here it knows the kind of a row, and not a word within its
// data: another problem of a renewal, another tax.

const WORD = /^[A-Za-z]+(?:_[A-Za-z]+)*$/;

/**
 * Fields of data that stay: what says of which kind it is, which newer-rows.test.ts changes; languages, countries and provinces; and text of
 * people.
 */
const KEPT: ReadonlySet<string> = new Set(['kind', 'of', 'type', 'language', 'country', 'province', 'en', 'fr', 'name', 'serverName']);

/** Of which table an id in a path is. */
const TABLES = {
  accountId: 'accounts',
  backupId: 'backups',
  cardId: 'cards',
  hostId: 'hosts',
  id: 'servers',
  imageId: 'images',
  invoiceId: 'invoices',
  keyId: 'api_keys',
  mailId: 'mail_deliveries',
  orderId: 'orders',
  paymentId: 'payments',
  planId: 'plans',
  poolId: 'pools',
  refundId: 'payment_refunds',
  requestId: 'operator_requests',
  serverId: 'servers',
  userId: 'users',
} as const;

const beside = await openBesideNewer();
const { door, operator, customer, ids } = beside;
after(() => door.close());
const changed = new Set<string>();

before(async () => {
  const { cloud, ctx } = door.web;
  const { accountId } = customer.ctx;
  const serverId = await customer.deploy('l4-x1');
  const { paymentId } = await order(customer);
  await cloud.tendMoney();
  await cloud.settle();
  await setBackupOption(customer.ctx, { serverId, enabled: true });
  await createBackup(customer.ctx, { serverId });
  await cloud.settle();
  await customer.act(serverId, 'stop');
  await cloud.settle();
  await cloud.pass(2 * HOUR_MS);
  await refundPayment(ctx, { paymentId, netMicros: 1_000_000n, reason: 'Late', key: 'late' });
  await cloud.tendMoney();
  const host = await cloud.db.sql.selectFrom('hosts').select('id').orderBy('id').executeTakeFirstOrThrow();
  await quarantineGpu(ctx, { hostId: host.id, slot: 7, reason: { type: 'by_hand', note: 'It is warm' } });
  const movement = { accountId, amount: 5000, reason: 'A mistake', serverId: null };
  await beside.askSecond('req_with_a_new_word', { ...movement, kind: 'credit', as: 'promo' });
  await beside.askSecond('req_with_a_new_field', { ...movement, kind: 'debit', twice: true });
  await beside.askSecond('req_of_ours', { ...movement, kind: 'debit' });
  await beside.rewrite(rewrite);
  for (const [name, table] of Object.entries(TABLES)) {
    const { rows } = await cloud.db.pool.query<{ id: string }>(`select id from ${table} order by id limit 1`);
    ids.set(name, rows[0]?.id ?? '0');
  }
  ids.set('accountId', accountId);
});

async function rewrite(client: pg.PoolClient): Promise<void> {
  const { rows: data } = await client.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
      and not a.attisdropped and a.atttypid = 'jsonb'::regtype
    order by 1, 2`);
  for (const { table, column } of data) {
    const { rows } = await client.query<{ held: unknown }>(`select distinct ${column} as held from ${table} where ${column} is not null`);
    for (const { held } of rows) {
      const newer = JSON.stringify(inNewWords(held));
      if (!newer.includes(NEW)) continue;
      await client.query(`update ${table} set ${column} = $1 where ${column} = $2::jsonb`, [newer, JSON.stringify(held)]);
      changed.add(`${table}.${column}`);
    }
  }
}

function inNewWords(held: unknown, key = ''): unknown {
  if (typeof held === 'string') return WORD.test(held) && !KEPT.has(key) ? NEW : held;
  if (Array.isArray(held)) return held.map((one) => inNewWords(one, key));
  if (typeof held !== 'object' || held === null) return held;
  return Object.fromEntries(Object.entries(held).map(([name, value]) => [name, inNewWords(value, name)]));
}

test('whoever asks for anything is answered, whatever a newer version has written', async () => {
  for (const column of ['audit_entries.detail', 'notices.data', 'operator_requests.deed', 'server_events.data', 'transfers.data'])
    assert.ok(changed.has(column), `${column}: ${[...changed].join(' ')}`);
  await beside.askForEverything();
});

test('what a newer version asks a second operator for, with a word or a field of its own, is not done in part by an older one', async () => {
  const listed = await operator.get('/api/console/operator/requests');
  assert.match(listed.text, /req_of_ours/);
  assert.doesNotMatch(listed.text, /req_with_a_new/);
  for (const id of ['req_with_a_new_word', 'req_with_a_new_field']) {
    const decided = await operator.post(`/api/console/operator/requests/${id}`, { decision: 'approved' });
    assert.equal(decided.status, 404, decided.text);
  }
});

test('work goes on; mail of what this version cannot say, and what it cannot decide, wait for the newer one', async () => {
  const { cloud } = door.web;
  cloud.clock.advance(DAY_MS);
  await cloud.runSchedules(['sweep', 'watch', 'meter', 'payments', 'orders', 'incidentMail']);
  await cloud.runSchedules(['operatorRequests', 'stockAlerts', 'statements', 'ledgerProof']);
  const decisions = await cloud.db.sql.selectFrom('operatorRequests').select(['id', 'decision']).orderBy('id').execute();
  assert.deepEqual(Object.fromEntries(decisions.map(({ id, decision }) => [id, decision])), {
    req_of_ours: 'expired',
    req_with_a_new_field: null,
    req_with_a_new_word: null,
  });
  assert.deepEqual(door.web.bugs, []);
  await door.web.mailTo('owner@example.com');
  const mails = () => cloud.db.sql.selectFrom('mailDeliveries').select(['kind', 'status']).where('kind', '=', 'receipt').execute();
  assert.deepEqual(await mails(), [{ kind: 'receipt', status: 'waiting' }]);
  // The newer version knows the word, and sends it.
  await cloud.db.pool.query(`update notices set data = jsonb_set(data, '{document}', '"receipt"') where kind = 'receipt'`);
  await cloud.db.pool.query(`update mail_deliveries set next_try_at = '2000-01-01' where kind = 'receipt'`);
  await door.web.mailTo('owner@example.com');
  assert.deepEqual(await mails(), [{ kind: 'receipt', status: 'sent' }]);
});
