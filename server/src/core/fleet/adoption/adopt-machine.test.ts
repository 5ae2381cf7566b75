import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import { checkGpus } from '../../testing/check-gpus.ts';
import type { Cloud, Customer } from '../../testing/cloud.ts';
import { takeCopy } from '../../testing/older-copy.ts';
import { listOrphans, removeOrphan } from '../engines/orphans.ts';
import { addFirewallRule } from '../firewall/add-firewall-rule.ts';
import { listFirewallRules } from '../firewall/list-firewall-rules.ts';
import { adoptMachine, type Adopted, type AdoptionTerms } from './adopt-machine.ts';
import { adopt, brokenChecks, closeSound, everything, look, refusal, startRentedCloud } from './testing/rented-cloud.ts';

const { signal } = new AbortController();
const sinceStart: AdoptionTerms = { charge: 'start', asHourly: false };

describe('a database of an hour ago under machines that run on', () => {
  let cloud: Cloud;
  let customers: readonly [Customer, Customer, Customer];
  beforeEach(async () => void ({ cloud, customers } = await startRentedCloud()));
  afterEach(() => closeSound(cloud));

  const ids = async () => (await listOrphans(cloud.ctx, cloud.engine)).map(({ id }) => id).sort();
  const balances = () => Promise.all(customers.map((customer) => customer.balance()));

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
    await look(cloud);
    assert.equal(await cloud.gpusTaken(), taken, 'what unknown machines have counts as taken');
    await checkGpus(cloud);
    await cloud.meter();

    const before = await everything(cloud);
    const previews = new Map<string, Adopted>();
    for (const id of sold) previews.set(id, await adoptMachine(cloud.ctx, cloud.engine, { id, ...sinceStart, preview: true }));
    assert.deepEqual(await everything(cloud), before, 'a preview writes nothing');
    for (const id of sold) assert.deepEqual(await adopt(cloud, id, sinceStart), previews.get(id));

    assert.deepEqual(await ids(), []);
    assert.deepEqual(new Map(await Promise.all(sold.map(async (id) => [id, await rowOf(cloud, id)] as const))), truth);
    const now = await listFirewallRules(one.ctx, { serverId: running[0] ?? '', limit: 50 });
    const plain = (list: typeof now) => list.items.map(({ id: _, createdAt: __, ...rule }) => rule);
    assert.deepEqual(plain(now), plain(rules));
    // The same hours at the same prices as in the lost books; the hour of a server that was hibernated since is unknown.
    const [ofOne, ofTwo, ofThree] = await balances();
    assert.deepEqual([ofOne, ofTwo], [owedByOne, owedByTwo]);
    assert.ok((ofThree ?? 0n) > (owedByThree ?? 0n));
    assert.deepEqual(await brokenChecks(cloud), []);
    assert.match(await refusal(cloud, stopped), /is one of our servers already/);

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
    await look(cloud);
    await cloud.meter();
    const before = await one.balance();
    const { clockFrom, hours, chargedMicros } = await adopt(cloud, id);
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

  test('a server that was rebooted before it was lost reboots when it is asked to again', async () => {
    const copy = await takeCopy(cloud.db);
    const [one] = customers;
    const id = await one.deploy();
    await cloud.settle();
    await one.act(id, 'reboot');
    await cloud.settle();
    await copy.restore();
    await look(cloud);
    await adopt(cloud, id);
    const before = (await cloud.engine.inspect?.(id, signal))?.bootedAt;
    cloud.clock.advance(MINUTE_MS);
    await one.act(id, 'reboot');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    assert.notDeepEqual((await cloud.engine.inspect?.(id, signal))?.bootedAt, before);
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
    await look(cloud);
    await cloud.meter();
    const { clockFrom, hours } = await adopt(cloud, id, sinceStart);
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
    await look(cloud);
    await cloud.db.pool.query(
      `insert into prices (plan_id, account_id, valid_from, hourly_micros, created_at)
       select plan_id, null, $1, hourly_micros * 2, $1 from prices where plan_id = 'h100-sxm-x1' and account_id is null limit 1`,
      [cloud.clock.now()],
    );
    await cloud.pass(45 * MINUTE_MS);
    const { chargedMicros } = await adopt(cloud, id, sinceStart);
    const { rows } = await cloud.db.pool.query(
      `select rate_micros::text as rate from usage_hours where server_id = $1 order by period_start`,
      [id],
    );
    const [first, second] = rows.map(({ rate }: { rate: string }) => BigInt(rate));
    assert.ok(first !== undefined && second === first * 2n && chargedMicros === first + second);
  });

  test('is refused with what is missing, and nothing is written', async () => {
    const copy = await takeCopy(cloud.db);
    const [one, two] = customers;
    const late = await cloud.customer('100');
    const [stranger, planless, sound, other] = [await late.deploy(), await one.deploy('l4-x1'), await two.deploy(), await two.deploy()];
    await cloud.settle();
    await cloud.engine.plantOrphan('srv_by_hand', 'h100-sxm-0');
    await copy.restore();
    await look(cloud);
    assert.match(await refusal(cloud, stranger), /of the account acc_\w+, which does not exist here/);
    assert.match(await refusal(cloud, 'srv_by_hand'), /carries no record/);
    assert.match(await refusal(cloud, 'srv_nobody'), /no such machine/);
    await renamePlan('l4-x1', 'l4-old');
    assert.match(await refusal(cloud, planless), /sold as l4-x1, which does not exist here/);
    await renamePlan('l4-old', 'l4-x1');
    await cloud.db.pool.query(`update plans set vcores = vcores + 1 where id = 'l4-x1'`);
    assert.match(await refusal(cloud, planless), /another size/);
    await cloud.db.pool.query(`update plans set vcores = vcores - 1 where id = 'l4-x1'`);

    // As if it had been sold before anybody looked.
    const slots = `(select host_id, slot from gpus where orphan_id = '${sound}')`;
    const owner = (await cloud.db.sql.selectFrom('servers').select('id').limit(1).executeTakeFirstOrThrow()).id;
    const { rows } = await cloud.db.pool.query(`select host_id, slot from gpus where orphan_id = $1`, [sound]);
    await cloud.db.pool.query(`update gpus set server_id = $1, orphan_id = null where (host_id, slot) in ${slots}`, [owner]);
    assert.match(await refusal(cloud, sound), new RegExp(`is ${owner}'s here`));
    await cloud.db.pool.query(`update gpus set server_id = null, taken_at = null where host_id = $1 and slot = $2`, [
      rows[0].host_id,
      rows[0].slot,
    ]);

    await cloud.db.pool.query(`update simulated_engine.machine set spec = jsonb_set(spec, '{record}', '"{}"') where server_id = $1`, [
      other,
    ]);
    assert.match(await refusal(cloud, other), /cannot be read/);
    await cloud.engine.ensureStopped(sound, signal);
    assert.match(await refusal(cloud, sound), /is stopping now/);
    cloud.clock.advance(30 * SECOND_MS);
    assert.equal((await adopt(cloud, sound)).status, 'STOPPED');
    for (const id of [stranger, other, 'srv_by_hand']) await removeOrphan(cloud.ctx, cloud.engine, id);
    assert.equal((await adopt(cloud, planless)).status, 'ACTIVE');
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
    await look(cloud);
    cloud.clock.advance(2 * HOUR_MS);
    await cloud.meter();
    assert.match(await refusal(cloud, id, sinceStart), /cost \S+.CAD, and the credit of acc_\w+ is 7\.00.CAD/);
    assert.equal((await adopt(cloud, id)).hours, 1);
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
    await look(cloud);
    assert.match(await refusal(cloud, id), /was prepaid by card/);
    await adopt(cloud, id, { charge: 'now', asHourly: true });
    assert.equal((await cloud.server(id)).billingCycle, 'hourly');
  });

  test('two operators at once adopt it once', async () => {
    const copy = await takeCopy(cloud.db);
    const [one] = customers;
    const id = await one.deploy();
    await cloud.settle();
    await copy.restore();
    await look(cloud);
    const before = await one.balance();
    const outcomes = await Promise.allSettled([adopt(cloud, id), adopt(cloud, id), adopt(cloud, id)]);
    const done = outcomes.filter(({ status }) => status === 'fulfilled');
    assert.equal(done.length, 1);
    const price = await cloud.db.sql.selectFrom('usageHours').select('rateMicros').where('serverId', '=', id).execute();
    assert.deepEqual(
      price.map(({ rateMicros }) => rateMicros),
      [before - (await one.balance())],
    );
  });
});

/** The part of a server's row that an adoption recreates. */
async function rowOf(cloud: Cloud, id: string) {
  const row = await cloud.db.sql
    .selectFrom('servers')
    .select(['accountId', 'planId', 'imageId', 'sshKeyId', 'publicKey', 'name', 'region', 'billingCycle', 'status', 'goal'])
    .select(['hostId', 'poolId', 'engine', 'ipv4', 'ipv6', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const gpus = await cloud.db.sql.selectFrom('gpus').select(['hostId', 'slot']).where('serverId', '=', id).orderBy('slot').execute();
  return { ...row, gpus };
}
