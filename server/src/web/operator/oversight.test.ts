import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { HostWithGpus, OperatorAccount, OperatorAccountDetail, OperatorServer } from '@boreal/contract/operator/operator.ts';
import { AccountSuspension, OperatorOverview, Revenue, StuckWork, Utilisation } from '@boreal/contract/operator/oversight.ts';
import { z } from 'zod';
import { payingCustomer } from '../../core/testing/paying-customer.ts';
import { closeAccount } from '../../core/commerce/closing/close-account.ts';
import { openAccount } from '../../core/money/accounts/open-account.ts';
import { createTopUp } from '../../core/commerce/top-ups/create-top-up.ts';
import { proveLedger } from '../../core/money/verification/prove-ledger.ts';
import { recordPoolReadings } from '../../core/fleet/capacity/use/utilisation.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import { data } from '../test-answers.ts';
import { closeWithoutBugs, openWebCloud } from '../testing.ts';

const AT = '/api/console/operator';
const web = await openWebCloud();
const operator = await web.person({ email: 'boss@example.com', operates: 'owner' });
const customer = await payingCustomer(web.cloud, { cad: '500' });
const serverId = await customer.deploy('h100-sxm-x2');
await web.cloud.settle();
after(() => closeWithoutBugs(web));

const stuck = async () => data(await operator.get(`${AT}/stuck`), StuckWork);

test('hosts tell whose server is on which GPU', async () => {
  const hosts = data(await operator.get(`${AT}/hosts`), z.array(HostWithGpus));
  const host = hosts.find(({ servers }) => servers.length > 0);
  assert.deepEqual(
    host?.servers.map(({ id, accountName, planId }) => [id, accountName, planId]),
    [[serverId, 'Customer', 'h100-sxm-x2']],
  );
  assert.equal(host?.gpus.filter((gpu) => gpu.serverId === serverId).length, 2);
});

describe('searching', () => {
  const accounts = async (search: string) =>
    data(await operator.get(`${AT}/accounts?search=${encodeURIComponent(search)}`), z.array(OperatorAccount)).map(({ id }) => id);

  test('finds accounts by id, name and the address of a member, and takes signs as they are', async () => {
    const { accountId } = customer.ctx;
    await web.person({ email: 'aurore@nord-calcul.example', belongs: { accountId, role: 'owner' } });
    for (const search of [accountId, 'custom', 'NORD-calcul']) assert.deepEqual(await accounts(search), [accountId], search);
    for (const search of ['%', '_', '\\', 'nobody']) assert.deepEqual(await accounts(search), [], search);
    assert.equal((await operator.get(`${AT}/accounts?search=`)).status, 400);
  });

  test('finds servers by id, name and address', async () => {
    const { name, ipv4 } = await web.cloud.server(serverId);
    for (const search of [serverId, name.slice(1), ipv4 ?? '']) {
      const found = data(await operator.get(`${AT}/servers?search=${search}`), z.array(OperatorServer));
      assert.deepEqual(
        found.map(({ id }) => id),
        [serverId],
        search,
      );
    }
  });
});

test('accounts are filtered by their standing, with a search or without; one that was suspended and closed is closed', async () => {
  const open = (name: string) => openAccount(web.cloud.ctx, { name });
  const [held, ended, both] = [await open('Held Inc.'), await open('Ended Inc.'), await open('Ended Held Inc.')];
  for (const { id } of [held, both]) assert.equal((await operator.post(`${AT}/accounts/${id}/suspend`, { reason: 'Abuse' })).status, 200);
  for (const [{ id }, name] of [
    [ended, 'Ended Inc.'],
    [both, 'Ended Held Inc.'],
  ] as const) {
    await closeAccount({ ...web.cloud.ctx, accountId: id }, { confirmName: name, deleteServerIds: [], evenSuspended: true });
  }
  const listed = async (query: string) => data(await operator.get(`${AT}/accounts?${query}`), z.array(OperatorAccount)).map(({ id }) => id);
  assert.deepEqual(await listed('standing=suspended'), [held.id]);
  assert.deepEqual((await listed('standing=closed')).toSorted(), [ended.id, both.id].toSorted());
  assert.deepEqual(await listed('standing=closed&search=held'), [both.id]);
  const active = await listed('standing=active');
  assert.ok(active.includes(customer.ctx.accountId));
  for (const { id } of [held, ended, both]) assert.ok(!active.includes(id), id);
  assert.equal((await operator.get(`${AT}/accounts?standing=gone`)).status, 400);
  assert.equal(data(await operator.get(`${AT}/overview`), OperatorOverview).accounts.suspended, 1, 'as many as the list has');
  await operator.post(`${AT}/accounts/${held.id}/reactivate`);
});

test('an account is told whole, given limits, suspended with a reason, and reactivated', async () => {
  const path = `${AT}/accounts/${customer.ctx.accountId}`;
  const budget = await operator.put(`${path}/budget`, { monthlyLimit: 900, dailyLimit: null });
  assert.equal(budget.status, 200, budget.text);
  assert.equal((await operator.post(`${path}/suspend`, {})).status, 400);
  const held = data(await operator.post(`${path}/suspend`, { reason: 'Abuse' }), AccountSuspension);
  assert.deepEqual([held.changed, held.reason], [true, 'Abuse']);
  const detail = data(await operator.get(path), OperatorAccountDetail);
  assert.deepEqual([detail.suspendedReason, detail.budget.monthlyLimit], ['Abuse', 900]);
  const overview = data(await operator.get(`${AT}/overview`), OperatorOverview);
  assert.equal(overview.accounts.suspended, 1);
  assert.deepEqual(overview.sellerGaps, ['name', 'address', 'email', 'gst_hst_number']);
  assert.equal(data(await operator.post(`${path}/reactivate`), AccountSuspension).changed, true);
  const transactions = data(await operator.get(`${path}/transactions?limit=1`), z.array(z.looseObject({ type: z.string() })));
  assert.deepEqual(
    transactions.map(({ type }) => type),
    ['usage'],
  );
  for (const nobody of ['accounts/acc_none', 'accounts/acc_none/transactions']) {
    assert.equal((await operator.get(`${AT}/${nobody}`)).status, 404);
  }
  assert.equal((await operator.put(`${AT}/accounts/acc_none/budget`, { monthlyLimit: 1 })).status, 404);
});

test('credit can be given for a server of the account, and for no other', async () => {
  const path = `${AT}/accounts/${customer.ctx.accountId}/credit`;
  const given = await operator.post(path, { amount: 3.99, reason: 'An hour without a network', key: 'net-1', serverId });
  assert.equal(given.status, 200, given.text);
  const row = await web.cloud.db.sql
    .selectFrom('transfers')
    .select(['serverId', 'type'])
    .where('key', '=', `operator:${customer.ctx.accountId}:net-1`)
    .executeTakeFirst();
  assert.deepEqual(row, { serverId, type: 'adjustment' });
  const other = await operator.post(path, { amount: 3.99, reason: 'x', key: 'net-2', serverId: 'srv_none' });
  assert.equal(other.status, 404);
});

test('revenue is told by the day and month of Toronto, and adds up to what the ledger holds', async () => {
  await web.cloud.pass(2 * HOUR_MS);
  const days = data(await operator.get(`${AT}/revenue?by=day&periods=3`), Revenue);
  assert.deepEqual(
    days.periods.map(({ start, usage, total }) => [start, usage, total]),
    [
      ['2026-11-29', 0, 0],
      ['2026-11-30', 0, 0],
      ['2026-12-01', 23.94, 23.94],
    ],
  );
  const months = data(await operator.get(`${AT}/revenue?by=month&periods=2`), Revenue);
  assert.deepEqual(
    months.periods.map(({ start, total }) => [start, total]),
    [
      ['2026-11-01', 0],
      ['2026-12-01', 23.94],
    ],
  );
  assert.equal(data(await operator.get(`${AT}/overview`), OperatorOverview).revenue?.thisMonth, 23.94);
  for (const query of ['by=week', 'periods=0', 'periods=93', 'periods=x']) {
    assert.equal((await operator.get(`${AT}/revenue?${query}`)).status, 400, query);
  }
});

test('utilisation is read once a quarter of an hour, by the hour, and by the day beyond a week', async () => {
  // Two hours have passed; however often this quarter is read, it counts once.
  for (let n = 0; n < 2; n += 1) await recordPoolReadings(web.ctx);
  const read = data(await operator.get(`${AT}/utilisation`), Utilisation);
  assert.deepEqual(
    read.pools.map(({ name, points }) => [name, points.map(({ gpus, held }) => [gpus, held])]),
    [
      ['h100-sxm', [1, 2, 3].map(() => [8, 2])],
      ['l4', [1, 2, 3].map(() => [2, 0])],
    ],
  );
  assert.equal(read.bucketHours, 1);
  assert.equal(data(await operator.get(`${AT}/utilisation?days=30`), Utilisation).bucketHours, 24);
  assert.equal((await operator.get(`${AT}/utilisation?days=93`)).status, 400);
});

describe('work that does not get on', () => {
  test('is nothing while all is well', async () => {
    assert.deepEqual(await stuck(), { jobs: [], servers: [], backups: [], payments: [], refunds: [] });
  });

  test('is a job that failed, which runs again with all its tries', async () => {
    const { rows } = await web.cloud.db.pool.query<{ id: string }>(
      `select (graphile_worker.add_job('settle-payment', '{"paymentId":"pay_none"}', max_attempts => 3, job_key => 'test:failed')).id::text as id`,
    );
    const id = rows[0]?.id ?? '';
    await web.cloud.db.pool.query(`update graphile_worker._private_jobs set attempts = 3, last_error = 'it broke' where id = $1`, [id]);
    assert.partialDeepStrictEqual(
      (await stuck()).jobs.find((job) => job.id === id),
      { task: 'settle-payment', attempts: 3, maxAttempts: 3, lastError: 'it broke' },
    );
    const again = await operator.post(`${AT}/jobs/${id}/retry`);
    assert.equal(again.status, 200, again.text);
    const { rows: after } = await web.cloud.db.pool.query('select attempts from graphile_worker._private_jobs where id = $1', [id]);
    assert.deepEqual(after, [{ attempts: 0 }]);
    await web.cloud.db.pool.query(`update graphile_worker._private_jobs set locked_at = $2, locked_by = 'w' where id = $1`, [
      id,
      new Date(),
    ]);
    const busy = await operator.post(`${AT}/jobs/${id}/retry`, undefined, { 'accept-language': 'fr' });
    assert.equal(busy.status, 400);
    assert.match(busy.text, /traite cette tâche/);
    await web.cloud.db.pool.query('delete from graphile_worker._private_jobs where id = $1', [id]);
    for (const nobody of [id, 'abc', '99999999999999999999']) assert.equal((await operator.post(`${AT}/jobs/${nobody}/retry`)).status, 404);
  });

  test('is a server that nobody looked at in time, and one that rests is not tried again', async () => {
    const resting = await operator.post(`${AT}/servers/${serverId}/retry`);
    assert.equal(resting.status, 400);
    await customer.act(serverId, 'stop');
    web.cloud.clock.moveTo(new Date(web.ctx.clock.now().getTime() + HOUR_MS));
    assert.deepEqual(
      (await stuck()).servers.map(({ id, task }) => [id, task]),
      [[serverId, 'stopping']],
    );
    assert.equal((await operator.post(`${AT}/servers/${serverId}/retry`)).status, 200);
    assert.deepEqual((await stuck()).servers, []);
    await web.cloud.settle();
    assert.equal((await web.cloud.server(serverId)).status, 'STOPPED');
    assert.equal((await operator.post(`${AT}/servers/srv_none/retry`)).status, 404);
  });

  test('is a payment without an answer, which is asked for again and is charged once', async () => {
    const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
    web.cloud.clock.moveTo(new Date(web.ctx.clock.now().getTime() + HOUR_MS + MINUTE_MS));
    assert.deepEqual(
      (await stuck()).payments.map(({ id, accountName, total }) => [id, accountName, total]),
      [[paymentId, 'Customer', 28.74]],
    );
    assert.equal((await operator.post(`${AT}/payments/${paymentId}/retry`)).status, 200);
    await web.cloud.tendMoney();
    assert.deepEqual((await stuck()).payments, []);
    assert.equal((await operator.post(`${AT}/payments/${paymentId}/retry`)).status, 400, 'it has its answer');
    assert.equal((await operator.post(`${AT}/refunds/rfd_none/retry`)).status, 404);
  });

  test('is a backup that is being made for hours', async () => {
    const { accountId } = customer.ctx;
    const at = web.ctx.clock.now();
    await web.cloud.db.sql
      .insertInto('backups')
      .values({ id: 'bkp_long', serverId, accountId, kind: 'manual', status: 'creating', createdAt: new Date(at.getTime() - DAY_MS) })
      .execute();
    assert.deepEqual(
      (await stuck()).backups.map(({ id, accountName }) => [id, accountName]),
      [['bkp_long', 'Customer']],
    );
    assert.equal(data(await operator.get(`${AT}/overview`), OperatorOverview).stuck.backups, 1);
  });
});

test('past the limit of a minute a chart is 429 with when to come back', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.77' };
  // Twice the limit and more: wherever the clock minute turns meanwhile, one of the minutes is full.
  for (let n = 0; n < 241; n += 1) {
    const answer = await operator.get(`${AT}/utilisation`, headers);
    if (answer.status !== 429) continue;
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    return;
  }
  assert.fail('never refused');
});

test('the overview says whether hours are billed, the ledger holds and the database is copied, to every role', async () => {
  let newest: Date | null = new Date();
  const own = await openWebCloud({ databaseCopies: { keptBy: 'boreal', newest: () => newest } });
  const { cloud } = own;
  const support = await own.person({ email: 'support@example.com', operates: 'support' });
  const health = async () => data(await support.get(`${AT}/overview`), OperatorOverview).health;
  const states = async () => Object.values(await health()).map(({ state }) => state);
  const renter = await cloud.customer('100');
  await renter.deploy();
  await cloud.settle();
  await cloud.meter();
  assert.deepEqual(await states(), ['right', 'right', 'unknown', 'right']);
  await proveLedger(own.ctx);
  assert.deepEqual(await states(), ['right', 'right', 'right', 'right']);
  cloud.clock.advance(3 * HOUR_MS);
  newest = null;
  assert.deepEqual(await states(), ['wrong', 'wrong', 'right', 'wrong']);
  assert.deepEqual((await health()).meter, { state: 'wrong', behindSeconds: 3 * 3600 });
  assert.ok((await health()).hours.unbilled >= 2);
  await cloud.meter();
  assert.deepEqual(await states(), ['right', 'right', 'right', 'wrong']);
  await own.close();
});
