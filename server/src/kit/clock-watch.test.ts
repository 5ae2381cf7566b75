import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts';
import { createClockWatch } from './clock-watch.ts';

function machine() {
  const times = { clock: Date.UTC(2026, 10, 28), uptime: 3 * DAY_MS };
  const check = createClockWatch({ clockMs: () => times.clock, uptimeMs: () => times.uptime });
  const pass = (ms: number) => {
    times.clock += ms;
    times.uptime += ms;
  };
  const set = (ms: number) => void (times.clock += ms);
  return { check, pass, set };
}

test('a clock that goes as time does is trusted, for years and after a night asleep', () => {
  const { check, pass, set } = machine();
  for (let day = 0; day < 1000; day += 1) {
    pass(DAY_MS);
    check();
  }
  set(2 * MINUTE_MS);
  check();
  set(-4 * MINUTE_MS);
  check();
});

test('one that was set ahead or back is not trusted until it is right again, with what to do', () => {
  const { check, pass, set } = machine();
  set(DAY_MS);
  assert.throws(check, { name: 'ClockLeapt', message: /leapt ahead by 1440 minutes .* restart Boreal/s });
  pass(HOUR_MS);
  assert.throws(check, { name: 'ClockLeapt' });
  set(-DAY_MS);
  check();
  set(-HOUR_MS);
  assert.throws(check, { message: /leapt back by 60 minutes/ });
});

test('one that is moved a little again and again is not trusted either', () => {
  const { check, pass, set } = machine();
  assert.throws(() => {
    for (let times = 0; times < 10; times += 1) {
      pass(MINUTE_MS);
      set(MINUTE_MS);
      check();
    }
  }, /leapt ahead by 6 minutes/);
});

test('the clock of this machine goes as time does', () => {
  createClockWatch()();
});
