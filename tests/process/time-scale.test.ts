import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { HOUR_MS } from '../../server/src/kit/clock.ts';
import { checkInvariants } from '../testing/boreal-process-checks.ts';
import { addSshKey, call, deploy, expectData, untilActive } from '../testing/boreal-process-client.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome } from '../testing/boreal-process-home.ts';
import { until } from '../testing/boreal-process.ts';

const SCALE = 3600;
const RATE = 1.09;

const Usage = z.object({
  totals: z.object({ hours: z.number(), compute: z.number(), total: z.number() }),
  hours: z.array(
    z.object({
      periodStart: z.iso.datetime(),
      periodEnd: z.iso.datetime(),
      compute: z.number(),
      amount: z.number(),
      transactionId: z.string(),
    }),
  ),
});
const Credits = z.object({
  balance: z.number(),
  transactions: z.array(z.object({ id: z.string(), type: z.string(), amount: z.number(), balanceAfter: z.number() })),
});

const home = await makeBorealHome();
after(() => home.close());

test('a server that runs for a day on a clock 3600 times faster is billed 24 or 25 hours, each once, and the money agrees', async (t) => {
  const boreal = await home.start({ BOREAL_TIME_SCALE: String(SCALE) });
  const [{ restKey: key }] = (await home.demo()).customers;
  const id = await deploy(boreal, key, { productId: 'l4-x1', sshKeyId: await addSshKey(boreal, key) });
  await untilActive(boreal, key, id);
  await sleep((23.5 * HOUR_MS) / SCALE);
  assert.equal((await call(boreal, { method: 'DELETE', path: `/servers/${id}`, key })).status, 200);
  const run = await home.inDatabase(async (db) => {
    const { anchorAt, stopsAt } = await db.sql.selectFrom('clockRuns').selectAll().where('serverId', '=', id).executeTakeFirstOrThrow();
    assert.ok(stopsAt !== null, 'its clock is stopped');
    await until(
      `the meter has passed ${stopsAt.toISOString()}`,
      60_000,
      async () => (await db.sql.selectFrom('meterMarks').selectAll().executeTakeFirstOrThrow()).billedThrough,
      (billedThrough) => billedThrough > stopsAt,
    );
    return { from: anchorAt.getTime(), to: stopsAt.getTime() };
  });

  const usage = await expectData(boreal, { path: `/servers/${id}/usage`, key }, { data: Usage });
  const starts = usage.hours.map(({ periodStart }) => Date.parse(periodStart)).sort((a, b) => a - b);
  const ranHours = (run.to - run.from) / HOUR_MS;
  t.diagnostic(`ran ${ranHours.toFixed(2)} h, billed ${starts.length} h`);
  assert.equal(starts[0], run.from, 'from when it was ACTIVE');
  for (const [n, start] of starts.entries()) assert.equal(start, run.from + n * HOUR_MS, 'each hour follows on the one before');
  for (const { periodStart, periodEnd } of usage.hours) assert.equal(Date.parse(periodEnd) - Date.parse(periodStart), HOUR_MS);
  assert.equal(starts.length, Math.ceil(ranHours), 'every hour that began, and no other');
  // A machine that is very busy lets it run longer than asked.
  if (ranHours <= 25) assert.ok(starts.length === 24 || starts.length === 25, `${starts.length} hours`);

  const cost = Math.round(starts.length * RATE * 100) / 100;
  assert.deepEqual(usage.totals, { hours: starts.length, compute: cost, total: cost });
  const credits = await expectData(boreal, { path: '/credits', key }, { data: Credits });
  assert.equal(credits.balance, Math.round((1000 - cost) * 100) / 100);
  const charges = credits.transactions.filter(({ type }) => type === 'usage');
  assert.deepEqual(
    charges.map(({ amount }) => amount).reduce((sum, amount) => Math.round((sum + amount) * 100) / 100, 0),
    -cost,
  );
  assert.deepEqual(new Set(usage.hours.map(({ transactionId }) => transactionId)), new Set(charges.map((charge) => charge.id)));

  const verified = await operator({ BOREAL_DATA_DIR: home.dataDir }, 'ledger', 'verify');
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  assert.match(verified.stdout, /Every check holds/);
  await boreal.end('SIGTERM');
  await home.inStoppedDatabase(checkInvariants);
});
