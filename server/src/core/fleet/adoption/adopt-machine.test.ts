import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { retryServer } from '../../commerce/oversight/retry-server.ts';
import { checkGpus } from '../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { takeCopy } from '../../testing/older-copy.ts';
import { verifyLedger } from '../../money/verification/verify-ledger.ts';
import { listOrphans, removeOrphan } from '../engines/orphans.ts';
import { addFirewallRule } from '../firewall/add-firewall-rule.ts';
import { listFirewallRules } from '../firewall/list-firewall-rules.ts';
import { adoptMachine, type Adopted, type AdoptionTerms } from './adopt-machine.ts';

const { signal } = new AbortController();
const sinceStart: AdoptionTerms = { charge: 'start', asHourly: false };
const fromNow: AdoptionTerms = { charge: 'now', asHourly: false };

describe('a database of an hour ago under machines that run on', () => {
  let cloud: Cloud;
  let customers: readonly [Customer, Customer, Customer];
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [8, 4], l4: [4] } });
    customers = [await cloud.customer('2000'), await cloud.customer('2000'), await cloud.customer('2000')];
    for (const customer of customers) await customer.deploy();
    await cloud.settle();
    await cloud.pass(20 * MINUTE_MS);
  });
  afterEach(async () => {
    try {
      await assertSound(cloud);
    } finally {
      await cloud.close();
    }
  });

  const adopt = (id: string, terms = fromNow) => adoptMachine(cloud.ctx, cloud.engine, { id, ...terms, preview: false });
  const look = () => cloud.runSchedules(['watch']);
  const ids = async () => (await listOrphans(cloud.ctx, cloud.engine)).map(({ id }) => id).sort();
  const kept = async (id: string) => (await cloud.db.sql.selectFrom('gpus').select('slot').where('orphanId', '=', id).execute()).length;
  const balances = () => Promise.all(customers.map((customer) => customer.balance()));
  const refusal = async (id: string, terms = fromNow) => {
    const before = await everything(cloud);
    const error = await adopt(id, terms).then(
      () => assert.fail('it was adopted'),
      (refused: unknown) => refused,
    );
    assert.ok(isAppError(error, 'INVALID_REQUEST'), String(error));
    assert.deepEqual(await everything(cloud), before);
    return error.message;
  };

  test('every customer has theirs again, owes what they would owe had nothing happened, and it goes on', async () => {
    const copy = await takeCopy(cloud.db);
    const [one, two, three] = customers;
    const running = [await one.deploy(), await one.deploy('l4-x1', { name: 'Müller’s "box"' }), await two.deploy('h100-sxm-x2')];
    const [stopped, hibernated, removed] = [await two.deploy(), await three.deploy(), await three.deploy()];
    await cloud.settle();
    await addFirewallRule(one.ctx, {
      serverId: running[0] ?? '',
      direction: 'ingress',
      protocol: 'tcp',
      ethertype: 'IPv4',
      portRangeMin: 443,
    });
    await two.act(stopped, 'stop');
    await three.act(hibernated, 'hibernate');
    await three.remove(removed);
    await cloud.settle();
    await cloud.pass(2 * HOUR_MS + 10 * MINUTE_MS);
    const sold = [...running, stopped, hibernated];
    const truth = new Map(await Promise.all(sold.map(async (id) => [id, await rowOf(cloud, id)] as const)));
    const rules = await listFirewallRules(one.ctx, { serverId: running[0] ?? '', limit: 50 });
    const [owedByOne, owedByTwo, owedByThree] = await balances();
    const taken = await cloud.gpusTaken();

    await copy.restore();
    assert.deepEqual(await ids(), sold.toSorted());
    await look();
    assert.equal(await cloud.gpusTaken(), taken, 'what unknown machines have counts as taken');
    await checkGpus(cloud);
    await cloud.meter();

    const before = await everything(cloud);
    const previews = new Map<string, Adopted>();
    for (const id of sold) previews.set(id, await adoptMachine(cloud.ctx, cloud.engine, { id, ...sinceStart, preview: true }));
    assert.deepEqual(await everything(cloud), before, 'a preview writes nothing');
    for (const id of sold) assert.deepEqual(await adopt(id, sinceStart), previews.get(id));

    assert.deepEqual(await ids(), []);
    assert.deepEqual(new Map(await Promise.all(sold.map(async (id) => [id, await rowOf(cloud, id)] as const))), truth);
    const now = await listFirewallRules(one.ctx, { serverId: running[0] ?? '', limit: 50 });
    const plain = (list: typeof now) => list.items.map(({ id: _, createdAt: __, ...rule }) => rule);
    assert.deepEqual(plain(now), plain(rules));
    // The same hours at the same prices as in the books that were lost; the hour of a server that has hibernated since is not known.
    const [ofOne, ofTwo, ofThree] = await balances();
    assert.deepEqual([ofOne, ofTwo], [owedByOne, owedByTwo]);
    assert.ok((ofThree ?? 0n) > (owedByThree ?? 0n));
    assert.deepEqual(await brokenChecks(cloud), []);
    assert.match(await refusal(stopped), /is one of our servers already/);

    await cloud.pass(3 * HOUR_MS);
    for (const id of running) assert.equal((await cloud.server(id)).status, 'ACTIVE');
    await one.act(running[0] ?? '', 'reboot');
    await one.act(running[1] ?? '', 'hibernate');
    await two.act(stopped, 'start');
    await three.act(hibernated, 'hibernate-restore');
    await two.remove(running[2] ?? '');
    await cloud.settle({ repeatEachStep: 2 });
    assert.deepEqual(await Promise.all(sold.map(async (id) => (await cloud.server(id)).status)), [
      'ACTIVE',
      'HIBERNATED',
      'DELETED',
      'ACTIVE',
      'ACTIVE',
    ]);
    await cloud.pass(2 * HOUR_MS);
  });

  test('what is charged from now on begins with a new hour now, and exactly once', async () => {
    const copy = await takeCopy(cloud.db);
    const [one] = customers;
    const id = await one.deploy();
    await cloud.settle();
    await cloud.pass(90 * MINUTE_MS);
    await copy.restore();
    await look();
    await cloud.meter();
    const before = await one.balance();
    const { clockFrom, hours, chargedMicros } = await adopt(id);
    assert.deepEqual([clockFrom, hours], [cloud.clock.now(), 1]);
    assert.equal(before - (await one.balance()), chargedMicros);
    await cloud.pass(HOUR_MS + MINUTE_MS);
    const charged = await cloud.db.sql
      .selectFrom('usageHours')
      .select('periodStart')
      .where('serverId', '=', id)
      .orderBy('periodStart')
      .execute();
    assert.deepEqual(
      charged.map(({ periodStart }) => periodStart),
      [clockFrom, clockFrom && addMs(clockFrom, HOUR_MS)],
    );
  });

  test('a server that was started again says since when its clock runs', async () => {
    const copy = await takeCopy(cloud.db);
    const [one] = customers;
    const id = await one.deploy();
    await cloud.settle();
    const began = (await cloud.server(id)).firstActiveAt;
    await cloud.pass(70 * MINUTE_MS);
    await one.act(id, 'stop');
    await cloud.settle();
    await one.act(id, 'start');
    await cloud.settle();
    const balance = await one.balance();
    await copy.restore();
    await look();
    await cloud.meter();
    const { clockFrom, hours } = await adopt(id, sinceStart);
    assert.deepEqual([clockFrom, hours], [began, 2]);
    assert.equal(await one.balance(), balance);
  });

  test('hours before a change of price have the price of their time', async () => {
    const copy = await takeCopy(cloud.db);
    const [one] = customers;
    const id = await one.deploy();
    await cloud.settle();
    await cloud.pass(30 * MINUTE_MS);
    await copy.restore();
    await look();
    await cloud.db.pool.query(
      `insert into prices (plan_id, account_id, valid_from, hourly_micros, created_at)
       select plan_id, null, $1, hourly_micros * 2, $1 from prices where plan_id = 'h100-sxm-x1' and account_id is null limit 1`,
      [cloud.clock.now()],
    );
    await cloud.pass(45 * MINUTE_MS);
    const { chargedMicros } = await adopt(id, sinceStart);
    const { rows } = await cloud.db.pool.query(
      `select rate_micros::text as rate from usage_hours where server_id = $1 order by period_start`,
      [id],
    );
    const [first, second] = rows.map(({ rate }: { rate: string }) => BigInt(rate));
    assert.ok(first !== undefined && second === first * 2n && chargedMicros === first + second);
  });

  test('nobody is sold the GPUs of a machine without a row, which are free again when an operator has removed it', async () => {
    const copy = await takeCopy(cloud.db);
    const [one, two] = customers;
    const id = await one.deploy('l4-x1');
    await cloud.settle();
    await copy.restore();
    await look();
    for (let left = 3; left > 0; left -= 1) await two.deploy('l4-x1');
    await assert.rejects(two.deploy('l4-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
    await cloud.settle();
    await checkGpus(cloud);
    await removeOrphan(cloud.ctx, cloud.engine, id);
    await look();
    assert.equal(await kept(id), 1, 'it is on its way, and has them until it is gone');
    cloud.clock.advance(MINUTE_MS);
    await look();
    assert.equal(await kept(id), 0);
    await two.deploy('l4-x1');
    await cloud.settle();
  });

  test('a host that does not answer keeps what its machines have, and sells nothing', async () => {
    const copy = await takeCopy(cloud.db);
    const id = await customers[0].deploy('l4-x1');
    await cloud.settle();
    await copy.restore();
    await look();
    const { hostName } = await cloud.engine.observe(id, signal);
    await cloud.engine.faults.hostLost(hostName ?? '');
    await look();
    assert.equal(await kept(id), 1);
    assert.match(await refusal(id).catch(String), /does not answer/);
    await cloud.engine.faults.hostBack(hostName ?? '');
    await look();
    assert.equal((await adopt(id)).status, 'ACTIVE');
  });

  test('is refused with what is missing, and nothing is written', async () => {
    const copy = await takeCopy(cloud.db);
    const [one, two] = customers;
    const late = await cloud.customer('100');
    const [stranger, planless, sound, other] = [await late.deploy(), await one.deploy('l4-x1'), await two.deploy(), await two.deploy()];
    await cloud.settle();
    await cloud.engine.plantOrphan('srv_by_hand', 'h100-sxm-0');
    await copy.restore();
    await look();
    assert.match(await refusal(stranger), /of the account acc_\w+, which does not exist here/);
    assert.match(await refusal('srv_by_hand'), /carries no record/);
    assert.match(await refusal('srv_nobody'), /no such machine/);
    await renamePlan('l4-x1', 'l4-old');
    assert.match(await refusal(planless), /sold as l4-x1, which does not exist here/);
    await renamePlan('l4-old', 'l4-x1');
    await cloud.db.pool.query(`update plans set vcores = vcores + 1 where id = 'l4-x1'`);
    assert.match(await refusal(planless), /another size/);
    await cloud.db.pool.query(`update plans set vcores = vcores - 1 where id = 'l4-x1'`);

    // As if it had been sold before anybody looked.
    const slots = `(select host_id, slot from gpus where orphan_id = '${sound}')`;
    const owner = (await cloud.db.sql.selectFrom('servers').select('id').limit(1).executeTakeFirstOrThrow()).id;
    const { rows } = await cloud.db.pool.query(`select host_id, slot from gpus where orphan_id = $1`, [sound]);
    await cloud.db.pool.query(`update gpus set server_id = $1, orphan_id = null where (host_id, slot) in ${slots}`, [owner]);
    assert.match(await refusal(sound), new RegExp(`is ${owner}'s here`));
    await cloud.db.pool.query(`update gpus set server_id = null, taken_at = null where host_id = $1 and slot = $2`, [
      rows[0].host_id,
      rows[0].slot,
    ]);

    await cloud.db.pool.query(`update simulated_engine.machine set spec = jsonb_set(spec, '{record}', '"{}"') where server_id = $1`, [
      other,
    ]);
    assert.match(await refusal(other), /cannot be read/);
    await cloud.engine.ensureStopped(sound, signal);
    assert.match(await refusal(sound), /is stopping now/);
    cloud.clock.advance(30 * SECOND_MS);
    assert.equal((await adopt(sound)).status, 'STOPPED');
    for (const id of [stranger, other, 'srv_by_hand']) await removeOrphan(cloud.ctx, cloud.engine, id);
    assert.equal((await adopt(planless)).status, 'ACTIVE');
  });

  async function renamePlan(from: string, to: string): Promise<void> {
    await cloud.db.pool.query(
      `begin; set local session_replication_role = replica; update plans set id = '${to}' where id = '${from}'; commit`,
    );
  }

  test('whose credit does not cover what was used is told by how much, and may be charged from now on', async () => {
    const poor = await cloud.customer('7');
    const copy = await takeCopy(cloud.db);
    const id = await poor.deploy();
    await cloud.settle();
    await cloud.pass(30 * MINUTE_MS);
    await copy.restore();
    await look();
    cloud.clock.advance(2 * HOUR_MS);
    await cloud.meter();
    assert.match(await refusal(id, sinceStart), /cost \S+.CAD, and the credit of acc_\w+ is 7\.00.CAD/);
    assert.equal((await adopt(id)).hours, 1);
  });

  test('what was prepaid is adopted as hourly, if its operator says so', async () => {
    const copy = await takeCopy(cloud.db);
    const id = await customers[0].deploy();
    await cloud.settle();
    await cloud.db.pool.query(
      `update simulated_engine.machine set spec = jsonb_set(spec, '{record}', to_jsonb(replace(spec ->> 'record', '"hourly"', '"monthly"'))) where server_id = $1`,
      [id],
    );
    await copy.restore();
    await look();
    assert.match(await refusal(id), /was prepaid by card/);
    await adopt(id, { charge: 'now', asHourly: true });
    assert.equal((await cloud.server(id)).billingCycle, 'hourly');
  });

  test('what was woken since is sold to nobody, and what was woken or hibernated since becomes what the restored rows say', async () => {
    const [one, two] = customers;
    const [woken, asleep] = [await one.deploy('l4-x1'), await two.deploy('l4-x1')];
    await cloud.settle();
    await one.act(woken, 'hibernate');
    await cloud.settle();
    const copy = await takeCopy(cloud.db);
    await one.act(woken, 'hibernate-restore');
    await two.act(asleep, 'hibernate');
    await cloud.settle();
    await copy.restore();
    await look();
    assert.equal(await kept(woken), 1, 'the GPU of a machine that is on, whatever its row says, is not free');
    assert.equal(await kept(asleep), 0);
    for (const serverId of [woken, asleep]) await retryServer(cloud.ctx, { serverId, atRest: true });
    await cloud.settle({ repeatEachStep: 2 });
    const power = async (id: string) => (await cloud.engine.observe(id, signal)).power;
    assert.deepEqual([await power(woken), await power(asleep)], ['hibernated', 'running']);
    assert.deepEqual([(await cloud.server(woken)).status, (await cloud.server(asleep)).status], ['HIBERNATED', 'ACTIVE']);
    await look();
    assert.equal(await kept(woken), 0);
    await one.act(woken, 'hibernate-restore');
    await cloud.settle();
    assert.equal((await cloud.server(woken)).status, 'ACTIVE');
  });

  test('two operators at once adopt it once', async () => {
    const copy = await takeCopy(cloud.db);
    const [one] = customers;
    const id = await one.deploy();
    await cloud.settle();
    await copy.restore();
    await look();
    const before = await one.balance();
    const outcomes = await Promise.allSettled([adopt(id), adopt(id), adopt(id)]);
    const done = outcomes.filter(({ status }) => status === 'fulfilled');
    assert.equal(done.length, 1);
    const price = await cloud.db.sql.selectFrom('usageHours').select('rateMicros').where('serverId', '=', id).execute();
    assert.deepEqual(
      price.map(({ rateMicros }) => rateMicros),
      [before - (await one.balance())],
    );
  });
});

async function rowOf(cloud: Cloud, id: string) {
  const {
    accountId,
    planId,
    imageId,
    sshKeyId,
    publicKey,
    name,
    region,
    billingCycle,
    status,
    goal,
    hostId,
    poolId,
    engine,
    ipv4,
    ipv6,
    createdAt,
  } = await cloud.server(id);
  const own = {
    accountId,
    planId,
    imageId,
    sshKeyId,
    publicKey,
    name,
    region,
    billingCycle,
    status,
    goal,
    hostId,
    poolId,
    engine,
    ipv4,
    ipv6,
  };
  const gpus = await cloud.db.sql.selectFrom('gpus').select(['hostId', 'slot']).where('serverId', '=', id).orderBy('slot').execute();
  return { ...own, createdAt, gpus };
}

/** Rows that an adoption would write. */
async function everything(cloud: Cloud) {
  const tables = [
    'servers',
    'gpus',
    'clock_runs',
    'usage_hours',
    'transfers',
    'adoptions',
    'server_events',
    'audit_entries',
    'firewall_rules',
  ];
  const texts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await cloud.db.pool.query(
        `select coalesce(string_agg(t::text, e'\n' order by t::text), '') as text from ${table} t`,
      );
      return [table, rows[0].text];
    }),
  );
  return Object.fromEntries(texts);
}

async function brokenChecks(cloud: Cloud) {
  return (await verifyLedger(cloud.db.sql)).filter(({ broken }) => broken.length > 0);
}

async function assertSound(cloud: Cloud): Promise<void> {
  await cloud.settle();
  await cloud.runSchedules(['meter']);
  assert.deepEqual(await brokenChecks(cloud), []);
  await checkGpus(cloud);
}
