import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { addLocalDays, localDateOf, nextRunAt, runAt } from './backup-schedule.rules.ts';

/** Its offset is 0, so its runs begin on the hour. */
const onTheHour = findServerId(0);
const at = (text: string) => new Date(text);

describe('when an automatic backup runs', () => {
  test('in winter and in summer at the same Eastern hour', () => {
    assert.deepEqual(runAt('2027-01-15', { serverId: onTheHour, hourLocal: 3 }), at('2027-01-15T08:00:00Z'));
    assert.deepEqual(runAt('2027-07-15', { serverId: onTheHour, hourLocal: 3 }), at('2027-07-15T07:00:00Z'));
  });

  test('2027-03-14: an hour that the clocks skip is the one after it', () => {
    const of = (hourLocal: number) => runAt('2027-03-14', { serverId: onTheHour, hourLocal });
    assert.deepEqual(of(1), at('2027-03-14T06:00:00Z'));
    assert.deepEqual(of(2), at('2027-03-14T07:00:00Z'), '02:00 runs at 03:00 EDT');
    assert.deepEqual(of(3), at('2027-03-14T07:00:00Z'));
    assert.deepEqual(of(4), at('2027-03-14T08:00:00Z'));
  });

  test('2027-11-07: an hour that comes twice is the first, and runs once', () => {
    const schedule = { serverId: onTheHour, hourLocal: 1 };
    assert.deepEqual(runAt('2027-11-07', schedule), at('2027-11-07T05:00:00Z'), '01:00 EDT');
    const next = nextRunAt(schedule, { after: at('2027-11-07T05:00:00Z'), lastDate: '2027-11-07' });
    assert.deepEqual(next, at('2027-11-08T06:00:00Z'), 'not at 01:00 EST of the same day');
    assert.deepEqual(nextRunAt(schedule, { after: at('2027-11-07T05:30:00Z'), lastDate: null }), at('2027-11-08T06:00:00Z'));
    assert.deepEqual(runAt('2027-11-07', { ...schedule, hourLocal: 2 }), at('2027-11-07T07:00:00Z'));
  });

  test('the last hour of a day is still that day’s', () => {
    for (const date of ['2027-03-14', '2027-11-07', '2027-12-31']) {
      assert.equal(localDateOf(runAt(date, { serverId: findServerId(3599), hourLocal: 23 })), date);
    }
  });

  test('after the day’s run, or when the hour has passed, it is the next day’s', () => {
    const schedule = { serverId: onTheHour, hourLocal: 3 };
    assert.deepEqual(nextRunAt(schedule, { after: at('2027-01-15T07:59:59Z'), lastDate: null }), at('2027-01-15T08:00:00Z'));
    assert.deepEqual(nextRunAt(schedule, { after: at('2027-01-15T08:00:00Z'), lastDate: null }), at('2027-01-16T08:00:00Z'));
    const later = nextRunAt({ ...schedule, hourLocal: 20 }, { after: at('2027-01-15T12:00:00Z'), lastDate: '2027-01-15' });
    assert.deepEqual(later, at('2027-01-17T01:00:00Z'), 'the hour was moved after the day’s backup');
  });

  test('servers are spread over the hour, each always to the same second', () => {
    const minutes = new Set<number>();
    for (let n = 0; n < 600; n += 1) {
      const schedule = { serverId: `srv_${n}`, hourLocal: 3 };
      const run = runAt('2027-01-15', schedule);
      assert.deepEqual(runAt('2027-01-15', schedule), run);
      minutes.add(run.getUTCMinutes());
      assert.equal(run.getUTCHours(), 8);
    }
    assert.equal(minutes.size, 60);
  });

  test('a year of runs has every date once, and none is more than 26 hours after the one before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.string({ minLength: 1, maxLength: 20 }), (hourLocal, serverId) => {
        const schedule = { serverId, hourLocal };
        const dates = new Set<string>();
        let run = at('2027-01-01T00:00:00Z');
        let lastDate: string | null = null;
        for (let n = 0; n < 365; n += 1) {
          const next = nextRunAt(schedule, { after: run, lastDate });
          const gapHours = (next.getTime() - run.getTime()) / HOUR_MS;
          assert.ok(n === 0 || (gapHours >= 22 && gapHours <= 26), `${gapHours} h before ${next.toISOString()}`);
          run = next;
          lastDate = localDateOf(run);
          dates.add(lastDate);
        }
        assert.equal(dates.size, 365);
      }),
      { numRuns: 20 },
    );
  });

  test('days of retention are days of the calendar', () => {
    assert.deepEqual(addLocalDays(at('2027-03-13T08:00:00Z'), 1), at('2027-03-14T07:00:00Z'));
    assert.deepEqual(addLocalDays(at('2027-01-01T08:00:00Z'), 7), new Date(at('2027-01-01T08:00:00Z').getTime() + 7 * DAY_MS));
  });
});

/** A server id whose offset is this many seconds. */
function findServerId(seconds: number): string {
  for (let n = 0; ; n += 1) {
    const serverId = `srv_${n}`;
    const run = runAt('2027-01-15', { serverId, hourLocal: 3 });
    if (run.getTime() - Date.parse('2027-01-15T08:00:00Z') === seconds * 1000) return serverId;
  }
}
