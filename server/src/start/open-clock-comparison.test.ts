import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../core/testing/cloud.ts';
import { listFailing } from '../db/failing-schedules.ts';
import { addMs, DAY_MS, systemClock, type Clock } from '../kit/clock.ts';
import { ClocksApart } from '../kit/clock-watch.ts';
import { createLog } from '../kit/log.ts';
import { unmeasured } from '../kit/measures.ts';
import { openClockComparison } from './open-clock-comparison.ts';

const cloud = await startCloud();
after(() => cloud.close());

test('a process that serves by another time than the database’s says so everywhere, until the clock is set', async () => {
  const skew = { ms: DAY_MS };
  const wall = () => addMs(systemClock().wall(), skew.ms);
  const clock: Clock = { now: wall, wall, scale: 1 };
  const seconds: number[] = [];
  const said: string[] = [];
  const note = (first: unknown, text: unknown = first) => said.push(String(text));
  const log = Object.assign(createLog('silent'), { error: note, warn: note });
  const measures = { ...unmeasured, clocksCompared: (ahead: number) => seconds.push(Math.round(ahead)) };
  const clocks = await openClockComparison({ db: cloud.db, clock, log }, { measures, serves: true });
  try {
    await assert.rejects(async () => clocks.requireServable(), ClocksApart);
    const [row, ...more] = await listFailing(cloud.db.sql);
    assert.deepEqual([row?.schedule, row?.clock, more.length], ['clock', 'apart', 0]);
    skew.ms = 0;
    await clocks.requireServable();
    assert.deepEqual(await listFailing(cloud.db.sql), []);
    assert.deepEqual(seconds, [86_400, 0]);
    assert.deepEqual(said, ['nobody is served, because the clock is wrong', 'the clock is the database’s again, and customers are served']);
  } finally {
    await clocks.stop();
  }
});
