import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { checkGpus } from '../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { order } from '../../testing/order-steps.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { settlePayment } from '../settlement/settle-payment.ts';

const RUNS = Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 15);
const SEED = process.env['BOREAL_PROPERTY_SEED'];

const gpus = fc.constantFrom(1, 2);
const cards = ['visa', 'declined', 'late', 'late_decline'] as const;
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rent spot' as const), gpus }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rent' as const), gpus, rich: fc.constantFrom(true, true, false) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('order' as const), gpus, card: fc.constantFrom('visa', ...cards) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle' as const), nth: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), nth: fc.nat(9) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The hosts, read for the model from the rows alone. */
interface Host {
  readonly free: number;
  /** Free, or about to be. */
  readonly open: number;
  readonly spot: readonly number[];
}

let cloud: Cloud;
let guest: Customer;
let rich: Customer;
let poor: Customer;
const payers = new Map<string, Customer>();
before(async () => {
  cloud = await startCloud({ hosts: { 'h100-sxm': [2, 3, 1] } });
  guest = await cloud.customer('100000');
  rich = await cloud.customer('100000');
  poor = await cloud.customer('1');
  for (const card of cards) payers.set(card, await payingCustomer(cloud, { card }));
});
after(() => cloud.close());

test('a spot server goes only for a machine that gets its place and is paid, and as few go as can', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(gpus, { minLength: 4, maxLength: 6 }),
      fc.array(step, { minLength: 8, maxLength: 20 }),
      async (first, steps) => {
        for (const count of first) await refusable(guest.deploy(`h100-sxm-x${count}-spot`));
        await cloud.settle();
        const begun: Begun[] = [];
        for (const one of steps) await check(one, begun);
        await cloud.pass(10 * MINUTE_MS, MINUTE_MS);
        for (let time = 0; time < 3; time += 1) await cloud.tendMoney();
        await cloud.settle();
        await checkGpus(cloud);
        await assertBooks(cloud);
        for (const { owner, serverId } of await alive()) await owner.remove(serverId);
        for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
        await cloud.settle();
        assert.equal(await cloud.gpusTaken(), 0);
        assert.deepEqual(await cloud.db.sql.selectFrom('promisedPlaces').selectAll().execute(), []);
      },
    ),
    { numRuns: RUNS, endOnFailure: true, ...(SEED !== undefined && { seed: Number(SEED) }) },
  );
});

interface Begun {
  readonly card: (typeof cards)[number];
  readonly paymentId: string;
  readonly serverId: string;
}

/** Takes a step, and compares the servers it preempted with what the model says about the hosts as they were. */
async function check(one: Step, begun: Begun[]): Promise<void> {
  const [hosts, preempted, promised] = [await readHosts(), await readPreempted(), await readPromised()];
  const served = await take(one, begun);
  const victims = (await readPreempted()).filter(({ serverId }) => !preempted.some((before) => before.serverId === serverId));
  if (served === null) {
    assert.deepEqual(victims, [], `${JSON.stringify(one)} got no GPUs, and interrupts`);
    const couldBe = one.do === 'rent' && one.rich && promised === 0 && fewest(hosts, one.gpus) !== null;
    assert.ok(!couldBe, `${JSON.stringify(one)} was refused although there was a place`);
    return;
  }
  const taken = await gpusOf(served.serverId);
  assert.equal(taken.length, served.gpus);
  assert.equal(await isPaid(served.serverId), true);
  // Others keep what they are promised, so more servers may be preempted than without promises.
  if (promised > served.promised) return;
  assert.equal(victims.length, fewest(hosts, served.gpus), JSON.stringify({ one, hosts }));
  const places = victims.map(({ gpus }) => gpus);
  const open = served.gpus - taken.filter(({ leaving }) => victims.some(({ serverId }) => serverId === leaving)).length;
  for (const [n] of places.entries()) {
    const others = places.toSpliced(n, 1).reduce((sum, count) => sum + count, 0);
    assert.ok(others + open < served.gpus, 'one of them did not have to go');
  }
}

/** Returns the machine that got its place in this step: paid, and its GPUs had not been held before. */
async function take(one: Step, begun: Begun[]): Promise<{ serverId: string; gpus: number; promised: number } | null> {
  switch (one.do) {
    case 'rent spot':
      await refusable(guest.deploy(`h100-sxm-x${one.gpus}-spot`));
      return null;
    case 'rent': {
      const serverId = await refusable((one.rich ? rich : poor).deploy(`h100-sxm-x${one.gpus}`));
      return serverId === null ? null : { serverId, gpus: one.gpus, promised: 0 };
    }
    case 'order': {
      const payer = payers.get(one.card) ?? rich;
      const made = await refusable(order(payer, { productId: `h100-sxm-x${one.gpus}` }));
      if (made) begun.push({ ...made, card: one.card });
      return null;
    }
    case 'settle': {
      const [next] = begun.splice(one.nth % Math.max(1, begun.length), 1);
      if (!next) return null;
      // The GPUs of a server that is being removed belong to nobody else until it is gone.
      const mustHave = next.card === 'visa' && (await isAlive(next.serverId)) && !(await isAnyLeaving());
      const held = (await gpusOf(next.serverId)).length;
      await settlePayment(cloud.ctx, cloud.payments, next.paymentId);
      const gpus = (await gpusOf(next.serverId)).length;
      if (mustHave) assert.ok(gpus > 0, `${JSON.stringify(one)} was promised a place and paid, and has none`);
      return held === 0 && gpus > 0 ? { serverId: next.serverId, gpus, promised: 1 } : null;
    }
    case 'wait':
      await cloud.settle();
      return null;
    case 'remove': {
      const all = await alive();
      const gone = all[one.nth % Math.max(1, all.length)];
      if (gone) await gone.owner.remove(gone.serverId);
      return null;
    }
  }
}

async function refusable<T>(sale: Promise<T>): Promise<T | null> {
  try {
    return await sale;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'PLAN_NOT_AVAILABLE' || error.code === 'INSUFFICIENT_CREDITS')) return null;
    throw error;
  }
}

/**
 * The fewest spot servers that must be preempted on one host for this many GPUs, found by trying all sets of them; null if all are too few.
 */
function fewest(hosts: readonly Host[], needed: number): number | null {
  if (hosts.some(({ free }) => free >= needed)) return 0;
  const counts = hosts.flatMap(({ open, spot }) =>
    Array.from({ length: 2 ** spot.length }, (_, set) => spot.filter((__, n) => Math.floor(set / 2 ** n) % 2 === 1))
      .filter((set) => set.reduce((sum, one) => sum + one, open) >= needed)
      .map((set) => set.length),
  );
  return counts.length === 0 ? null : Math.min(...counts);
}

async function query<R extends object>(text: string, values: readonly unknown[] = []): Promise<readonly R[]> {
  return (await cloud.db.pool.query<R>(text, [...values])).rows;
}

function readHosts(): Promise<readonly Host[]> {
  return query<Host>(`
    select free::integer, open::integer, coalesce((
        select array_agg(held.gpus) from (
          select count(*)::integer as gpus from gpus join servers on servers.id = gpus.server_id join plans on plans.id = servers.plan_id
          where gpus.host_id = one.host_id and plans.spot and servers.goal = 'running' group by servers.id
        ) held), array[]::integer[]) as spot
    from (
      select host_id, count(*) filter (where server_id is null and leaving_server_id is null) as free, count(*) filter (where server_id is null) as open
      from gpus group by host_id
    ) one`);
}

/** Every spot server that was ever preempted, and how many GPUs it had. */
function readPreempted(): Promise<readonly { serverId: string; gpus: number }[]> {
  return query(`
    select events.server_id as "serverId", plans.gpu_count as gpus
    from server_events events join servers on servers.id = events.server_id join plans on plans.id = servers.plan_id
    where events.type = 'server.preempted'`);
}

async function readPromised(): Promise<number> {
  return (await query(`select server_id from promised_places`)).length;
}

function gpusOf(serverId: string): Promise<readonly { leaving: string | null }[]> {
  return query(`select leaving_server_id as leaving from gpus where server_id = $1`, [serverId]);
}

/** Whether anything was charged for a server, by the hour or as a term. */
async function isPaid(serverId: string): Promise<boolean> {
  const [row] = await query<{ micros: string }>(
    `select coalesce(sum(amount_micros), 0)::text as micros from transfers where server_id = $1`,
    [serverId],
  );
  return Number(row?.micros) > 0;
}

async function isAlive(serverId: string): Promise<boolean> {
  return (await query(`select id from servers where id = $1 and status <> 'DELETED'`, [serverId])).length > 0;
}

async function isAnyLeaving(): Promise<boolean> {
  return (
    (await query(`select id from servers where goal <> 'running' and exists (select from gpus where server_id = servers.id)`)).length > 0
  );
}

async function alive(): Promise<readonly { owner: Customer; serverId: string }[]> {
  const rows = await query<{ id: string; account: string }>(
    `select id, account_id as account from servers where status <> 'DELETED' order by id`,
  );
  const owners = [guest, rich, poor, ...payers.values()];
  return rows.flatMap(({ id, account }) => owners.filter(({ ctx }) => ctx.accountId === account).map((owner) => ({ owner, serverId: id })));
}
