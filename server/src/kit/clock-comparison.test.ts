import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { compareClocks, type ClockComparison } from './clock-comparison.ts';
import { ClocksApart } from './clock-watch.ts';
import { HOUR_MS, SECOND_MS } from './clock.ts';

const time = { passed: 0, ours: 0, theirs: 0, isAway: false, asked: 0 };
let comparison: ClockComparison;
afterEach(() => comparison.stop());

async function open(ours: number, theirs = 0) {
  Object.assign(time, { passed: 0, ours, theirs, isAway: false, asked: 0 });
  comparison = await compareClocks({
    everyMs: HOUR_MS,
    times: { clockMs: () => time.ours, passedMs: () => time.passed },
    ask: async () => {
      time.asked += 1;
      if (time.isAway) throw new Error('the database is away');
      return { askedMs: time.ours, answeredMs: time.ours, databaseMs: time.theirs };
    },
  });
}

test('clocks that differ by what authenticators bear are believed, and further apart they are not', async () => {
  for (const ours of [0, 59, -59]) {
    await open(ours * SECOND_MS);
    await comparison.requireServable();
    assert.equal(comparison.aheadMs(), ours * SECOND_MS);
    await comparison.stop();
  }
  for (const ours of [61, -61, 86_400]) {
    await open(ours * SECOND_MS);
    await assert.rejects(async () => comparison.requireServable(), ClocksApart);
    await comparison.stop();
  }
});

test('whoever is served has nothing to wait for while the clock was not moved', async () => {
  await open(0);
  assert.equal(comparison.requireServable(), undefined);
});

test('a clock that is set between two comparisons is compared before anybody is served by it', async () => {
  await open(0);
  await comparison.requireServable();
  time.ours += HOUR_MS;
  await assert.rejects(async () => comparison.requireServable(), ClocksApart);
  time.ours -= HOUR_MS;
  await comparison.requireServable();
  assert.equal(time.asked, 3);
});

test('while the database is away, what was known last counts', async () => {
  await open(HOUR_MS);
  time.isAway = true;
  time.ours = 0;
  await assert.rejects(async () => comparison.requireServable(), ClocksApart);
  time.isAway = false;
  await comparison.requireServable();
});

test('a database that answers slowly is not taken for another clock', async () => {
  comparison = await compareClocks({
    everyMs: HOUR_MS,
    ask: async () => ({ askedMs: 0, answeredMs: HOUR_MS, databaseMs: HOUR_MS / 2 }),
  });
  await comparison.requireServable();
  assert.equal(comparison.aheadMs(), 0);
});
