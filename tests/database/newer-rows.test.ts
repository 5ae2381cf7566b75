import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { openIncident } from '../../server/src/core/fleet/incidents/open-incident.ts';
import { quarantineGpu } from '../../server/src/core/fleet/capacity/gpus/set-gpu-aside.ts';
import { order } from '../../server/src/core/testing/order-steps.ts';
import { DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import { NEW, openBesideNewer } from '../testing/beside-newer.ts';

// While versions run side by side, the newer one writes words that the older one has never heard of: a kind of incident, an action in the
// audit log, a reason. Whoever asks the older one must not be told 500 of it. So every column that holds a word says one here that nobody
// knows, and every page is asked for. Words of Postgres' own enumerations and checks are kept by db/migrations.test.ts.

/** Columns that hold a word, by their names. */
const HOLDS_A_WORD = /(^|_)(kind|type|state|status|action|reason|cause|outcome|impact|components|operation|tool)$/;

/** What is called like a word, and is the text of people, engines or operators: none of it is compared with what a version knows. */
const FREE_TEXT: ReadonlySet<string> = new Set([
  'credit_requests.reason',
  'images.type',
  'ledger_accounts.suspended_reason',
  'payment_refunds.reason',
  'plans.storage_type',
]);

/** Checked columns whose unknown words are left to the newer version, and keep nobody from the rest. */
const LEFT_ALONE = ['incidents.kind', 'operator_requests.kind'] as const;

/** Words within data, by their place in it. */
const IN_DATA = ['transfers.data.of', 'gpus.state_reason.type', 'operator_requests.deed.kind'] as const;

const beside = await openBesideNewer();
const { door, operator, customer, ids } = beside;
after(() => door.close());
const changed = new Map<string, number>();

before(async () => {
  const { cloud, ctx } = door.web;
  const { accountId } = customer.ctx;
  const serverId = await customer.deploy('l4-x1');
  const ordered = await order(customer);
  await cloud.tendMoney();
  await cloud.settle();
  await customer.act(serverId, 'stop');
  await cloud.settle();
  await cloud.pass(2 * HOUR_MS);
  const host = await cloud.db.sql.selectFrom('hosts').select('id').orderBy('id').executeTakeFirstOrThrow();
  await quarantineGpu(ctx, { hostId: host.id, slot: 7, reason: { type: 'by_hand', note: 'It is warm' } });
  const incident = await openIncident(ctx, {
    kind: 'incident',
    impact: 'degraded',
    components: ['api'],
    title: { en: 'Slow', fr: 'Lent' },
    text: { en: 'It is slow.', fr: 'C’est lent.' },
    key: 'slow',
  });
  const requestId = 'req_of_a_newer_version';
  await beside.askSecond(requestId, { kind: 'debit', accountId, amount: 5000, reason: 'A mistake', serverId: null });
  await door.web.mailTo('owner@example.com');
  const mail = await cloud.db.sql.selectFrom('mailDeliveries').select('id').executeTakeFirstOrThrow();
  for (const [name, id] of Object.entries({
    accountId,
    serverId,
    id: serverId,
    orderId: ordered.orderId,
    paymentId: ordered.paymentId,
    hostId: host.id,
    incidentId: incident.id,
    requestId,
    mailId: mail.id,
  }))
    ids.set(name, id);
  await beside.rewrite(rewrite);
});

/** Says in each column and each datum what no version has ever said. */
async function rewrite(client: pg.PoolClient): Promise<void> {
  const { rows: checked } = await client.query<{ column: string; check: string }>(`
    select c.relname || '.' || a.attname as column, o.conname as check
    from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any (o.conkey)
    where o.contype = 'c' and c.relnamespace = 'public'::regnamespace and not c.relispartition
      and pg_get_constraintdef(o.oid) ~ '= ANY \\(ARRAY\\['`);
  const { rows: columns } = await client.query<{ column: string; list: boolean }>(`
    select c.relname || '.' || a.attname as column, a.atttypid = 'text[]'::regtype as list
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
      and not a.attisdropped and a.atttypid in ('text'::regtype, 'text[]'::regtype)
    order by 1`);
  for (const { column, check } of checked.filter((one) => LEFT_ALONE.some((name) => name === one.column)))
    await client.query(`alter table ${column.split('.')[0]} drop constraint ${check}`);
  const words = columns.filter(
    ({ column }) =>
      HOLDS_A_WORD.test(column.slice(column.indexOf('.') + 1)) &&
      !FREE_TEXT.has(column) &&
      (LEFT_ALONE.some((name) => name === column) || !checked.some((one) => one.column === column)),
  );
  for (const { column, list } of words) {
    const [table = '', name = ''] = column.split('.');
    const { rowCount } = await client.query(
      `update ${table} set ${name} = ${list ? 'array[$1]' : '$1'}::${list ? 'text[]' : 'text'} where ${name} is not null`,
      [NEW],
    );
    changed.set(column, rowCount ?? 0);
  }
  for (const place of IN_DATA) {
    const [table = '', name = '', field = ''] = place.split('.');
    const { rowCount } = await client.query(
      `update ${table} set ${name} = jsonb_set(${name}::jsonb, array[$1], to_jsonb($2::text)) where ${name}::jsonb ? $1`,
      [field, NEW],
    );
    changed.set(place, rowCount ?? 0);
  }
}

test('there are words everywhere: in the log, in the books, in mail, in what waits for an operator', () => {
  for (const column of [
    'audit_entries.action',
    'gpus.state_reason.type',
    'incidents.components',
    'incidents.kind',
    'incidents.state',
    'mail_deliveries.kind',
    'notices.kind',
    'operator_requests.deed.kind',
    'operator_requests.kind',
    'server_events.type',
    'transfers.data.of',
  ])
    assert.ok((changed.get(column) ?? 0) > 0, `${column}: ${JSON.stringify([...changed])}`);
});

test('whoever asks for anything is answered, whatever a newer version has written', async () => {
  await beside.askForEverything();
});

test('what a newer version asks a second operator for is not decided by an older one', async () => {
  const decided = await operator.post(`/api/console/operator/requests/${ids.get('requestId')}`, { decision: 'approved' });
  assert.equal(decided.status, 404, decided.text);
});

test('work goes on, and leaves to the newer version what is the newer version’s', async () => {
  const { cloud } = door.web;
  cloud.clock.advance(DAY_MS);
  await cloud.runSchedules(['sweep', 'watch', 'meter', 'payments', 'orders', 'incidentMail']);
  await cloud.runSchedules(['operatorRequests', 'stockAlerts', 'statements', 'ledgerProof']);
  await door.web.mailTo('owner@example.com');
  const request = await cloud.db.sql.selectFrom('operatorRequests').select('decision').executeTakeFirstOrThrow();
  assert.equal(request.decision, null);
  const unknown = await cloud.db.sql.selectFrom('mailDeliveries').select('status').where('kind', '=', NEW).execute();
  assert.ok(unknown.every(({ status }) => status !== 'given_up'));
  assert.deepEqual(door.web.bugs, []);
});

test('a role that only a newer version knows may do nothing here', async () => {
  const { web } = door;
  const newcomer = await web.person({ email: 'newcomer@example.com', operates: 'owner' });
  assert.equal((await newcomer.get('/api/console/operator/overview')).status, 200);
  await web.cloud.db.pool.query(`alter type operator_role add value '${NEW}'`);
  await web.cloud.db.pool.query('update users set operator_role = $1 where id = $2', [NEW, newcomer.userId]);
  for (const path of ['overview', 'accounts', 'operators']) {
    const { status } = await newcomer.get(`/api/console/operator/${path}`);
    assert.ok(status === 403 || status === 404, `${path}: ${status}`);
  }
  assert.equal((await newcomer.get('/api/console/me')).status, 200);
  assert.equal((await operator.get('/api/console/operator/operators')).status, 200);
});
