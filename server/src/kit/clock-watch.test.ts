import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './clock.ts';
import { createClockWatch } from './clock-watch.ts';

const BEGIN = Date.UTC(2026, 10, 28);

/**
 * A machine whose clock is set and kept, and the database that it bills in. `database: 'here'`: one on the same clock. `idleMs`: for how
 * long nobody has billed.
 */
function machine({ database, trusted = false, idleMs = 0 }: { database: 'here' | 'elsewhere'; trusted?: boolean; idleMs?: number }) {
  const seen = { clock: BEGIN, uptime: 3 * DAY_MS, theirs: BEGIN, billed: BEGIN - idleMs, kept: -Infinity };
  const check = createClockWatch({
    isTrusted: trusted,
    times: { clockMs: () => seen.clock, uptimeMs: () => seen.uptime },
    ask: () =>
      Promise.resolve({
        askedMs: seen.clock,
        answeredMs: seen.clock,
        databaseMs: database === 'here' ? seen.clock : seen.theirs,
        billedMs: seen.billed,
      }),
    keptAtMs: () => Promise.resolve(seen.kept),
  });
  return {
    check,
    seen,
    /** Time passes, and hours are billed. */
    pass: async (ms: number) => {
      seen.clock += ms;
      seen.theirs += ms;
      seen.uptime += ms;
      await check();
      seen.billed = seen.clock;
    },
    /** Somebody sets the clock. */
    set: (ms: number) => void (seen.clock += ms),
    /** All of it stands still, and does not notice; it has run for some seconds since. */
    pause: (ms: number) => {
      seen.theirs += ms;
      for (const key of ['clock', 'theirs', 'uptime'] as const) seen[key] += 15 * SECOND_MS;
    },
    /** Whoever keeps the clock has just set it right. */
    keep: () => void (seen.kept = seen.clock),
  };
}

for (const database of ['here', 'elsewhere'] as const)
  describe(`with the database ${database}`, () => {
    test('a clock that goes as time does is trusted, for years and after ordinary corrections', async () => {
      const { check, pass, set } = machine({ database });
      await check();
      for (let day = 0; day < 1000; day += 1) await pass(DAY_MS);
      set(2 * MINUTE_MS);
      await check();
      set(-4 * MINUTE_MS);
      await check();
    });

    test('one that was set ahead or back is not trusted until it is right again', async () => {
      const { check, pass, set } = machine({ database });
      await check();
      const name = database === 'here' ? 'ClockLeapt' : 'ClocksApart';
      set(DAY_MS);
      await assert.rejects(check, {
        name,
        message: database === 'here' ? /leapt ahead by 1440 minutes .* restart/s : /shows 2026-11-29 00:00/,
      });
      await assert.rejects(pass(HOUR_MS), { name });
      set(-DAY_MS);
      await pass(MINUTE_MS);
      set(-HOUR_MS);
      await assert.rejects(check, { name });
    });

    test('one that is moved a little again and again is not trusted either', async () => {
      const { pass, set } = machine({ database });
      await pass(MINUTE_MS);
      await assert.rejects(async () => {
        for (let times = 0; times < 10; times += 1) {
          set(MINUTE_MS);
          await pass(MINUTE_MS);
        }
      }, /ahead by 6 minutes|agree/);
    });

    test('one that is a day ahead at the start is not trusted, and is by itself once it is right', async () => {
      const { check, set } = machine({ database });
      set(DAY_MS);
      const said =
        database === 'here' ? /billed up to 2026-11-28 00:00 UTC .* BOREAL_CLOCK=go-on/s : /the database's 2026-11-28 00:00:00 UTC/;
      await assert.rejects(check, { message: said });
      await assert.rejects(check, { message: said });
      set(-DAY_MS);
      await check();
    });
  });

test('after a night without a worker, somebody must say that the clock is right, or whoever keeps it', async () => {
  for (const database of ['here', 'elsewhere'] as const) {
    const night = machine({ database, idleMs: 9 * HOUR_MS });
    await assert.rejects(night.check, { name: 'ClockUnproven' });
    night.keep();
    await night.check();
    await machine({ database, idleMs: 9 * HOUR_MS, trusted: true }).check();
    await machine({ database, idleMs: HOUR_MS }).check();
  }
});

test('what kept the clock before somebody set it says nothing', async () => {
  const { check, keep, set } = machine({ database: 'here' });
  keep();
  set(DAY_MS);
  await assert.rejects(check, { name: 'ClockUnproven' });
  set(-DAY_MS);
  await check();
  keep();
  set(30 * MINUTE_MS);
  await assert.rejects(check, { name: 'ClockLeapt' });
});

describe('a machine that was paused as a whole', () => {
  test('goes on by itself once its clock is right, where the database lives elsewhere and did not stand still', async () => {
    const { check, pass, pause, set } = machine({ database: 'elsewhere' });
    await pass(MINUTE_MS);
    pause(HOUR_MS);
    await assert.rejects(check, { name: 'ClocksApart' }, 'its clock does not know yet');
    set(HOUR_MS);
    await check();
    await pass(DAY_MS);
  });

  test('goes on by itself when whoever keeps its clock has set it since, or another has billed up to now', async () => {
    for (const database of ['here', 'elsewhere'] as const) {
      const kept = machine({ database });
      await kept.pass(MINUTE_MS);
      kept.pause(HOUR_MS);
      kept.set(HOUR_MS);
      await assert.rejects(kept.check, { name: 'ClockLeapt' });
      kept.seen.clock += SECOND_MS;
      kept.seen.theirs += SECOND_MS;
      kept.keep();
      await kept.check();

      const beside = machine({ database });
      await beside.pass(MINUTE_MS);
      beside.pause(HOUR_MS);
      beside.set(HOUR_MS);
      await assert.rejects(beside.check, { name: 'ClockLeapt' });
      beside.seen.billed = beside.seen.clock;
      await beside.check();
    }
  });
});
