import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../core/testing/cloud.ts';
import { listFailing } from '../db/failing-schedules.ts';
import { ClockLeapt } from '../kit/clock-watch.ts';
import { HOUR_MS } from '../kit/clock.ts';
import { openFailureNotes } from './note-failures.ts';

const cloud = await startCloud();
after(() => cloud.close());

const partitions = { schedule: 'partitions', engine: '' };
const failing = async () =>
  (await listFailing(cloud.db.sql)).map(({ process, schedule, clock, error }) => [process, schedule, clock, error]);
const fails = (message: string) => () => Promise.reject(new Error(message));
const works = () => Promise.resolve('done');

test('what fails is noted until it succeeds, also by the process that was started in its place', async () => {
  const before = await openFailureNotes(cloud.ctx, 'a');
  await assert.rejects(before(partitions, fails('the disk is full'))(), /the disk is full/);
  const [first] = await listFailing(cloud.db.sql);
  await assert.rejects(before(partitions, fails('the disk is still full'))());
  assert.deepEqual(await failing(), [['a', 'partitions', null, 'the disk is still full']]);
  assert.deepEqual((await listFailing(cloud.db.sql))[0]?.failingSince, first?.failingSince);
  const restarted = await openFailureNotes(cloud.ctx, 'b');
  assert.equal(await restarted(partitions, works)(), 'done');
  assert.deepEqual(await failing(), []);
});

test('a process that fails at what another beside it does stays told, with its clock as the reason', async () => {
  const [wrong, right] = [await openFailureNotes(cloud.ctx, 'wrong'), await openFailureNotes(cloud.ctx, 'right')];
  await assert.rejects(wrong({ schedule: 'meter', engine: '' }, () => Promise.reject(new ClockLeapt(HOUR_MS)))());
  await right({ schedule: 'meter', engine: '' }, works)();
  assert.deepEqual(
    (await failing()).map(([process, , clock]) => [process, clock]),
    [['wrong', 'leapt']],
  );
});

test('a database that is away keeps no run from its own outcome', async () => {
  const notes = await openFailureNotes(cloud.ctx, 'c');
  await cloud.db.pool.query('alter table failing_schedules rename to failing_schedules_away');
  await assert.rejects(notes(partitions, fails('the database is away'))(), /the database is away/);
  assert.equal(await notes(partitions, works)(), 'done');
  await cloud.db.pool.query('alter table failing_schedules_away rename to failing_schedules');
});
