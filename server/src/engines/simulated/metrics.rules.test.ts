import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, addMs } from '../../kit/clock.ts';
import { samplesOf } from './metrics.rules.ts';
import { openSimulatedKit, type SimulatedKit } from './simulated-kit.ts';

const start = new Date('2026-03-01T00:00:00Z');
const month = { from: start, to: addMs(start, 30 * DAY_MS), stepSeconds: 30 * 86.4 };
const always = { seed: 'tests', serverId: 'srv_1', periods: [{ startedAt: start, endedAt: null }] };

test('a month of measurements is plausible, and no two machines have the same', () => {
  const one = samplesOf(always, month, month.to);
  assert.equal(one.length, 1000);
  const settled = one.slice(1);
  for (const { cpu, ram } of settled) {
    assert.ok(cpu > 0 && cpu <= 100 && ram > 0 && ram <= 100);
  }
  assert.ok(Math.max(...settled.map(({ cpu }) => cpu)) > 20 + Math.min(...settled.map(({ cpu }) => cpu)));
  assert.notDeepEqual(samplesOf({ ...always, serverId: 'srv_2' }, month, month.to), one);
  assert.notDeepEqual(samplesOf({ ...always, seed: 'other' }, month, month.to), one);
});

test('a moment measures the same in every window', () => {
  const day = samplesOf(always, { from: start, to: addMs(start, DAY_MS), stepSeconds: 60 }, month.to);
  const hour = samplesOf(always, { from: addMs(start, HOUR_MS), to: addMs(start, 2 * HOUR_MS), stepSeconds: 60 }, month.to);
  assert.deepEqual(day.slice(60, 120), hour);
});

test('nothing is measured in the future, nor at the end of the window', () => {
  const window = { from: start, to: addMs(start, 10 * MINUTE_MS), stepSeconds: 60 };
  assert.equal(samplesOf(always, window, month.to).length, 10);
  assert.equal(samplesOf(always, window, addMs(start, 5 * MINUTE_MS)).length, 6);
});

test('load rises from nothing after a boot', () => {
  const [first, second, , , , , , later] = samplesOf(always, { from: start, to: addMs(start, 2 * MINUTE_MS), stepSeconds: 10 }, month.to);
  assert.deepEqual({ cpu: first?.cpu, ram: first?.ram, in: first?.networkIn, out: first?.networkOut }, { cpu: 0, ram: 0, in: 0, out: 0 });
  assert.ok((second?.cpu ?? 0) < (later?.cpu ?? 0));
});

test('a step that never ends a window is refused', () => {
  assert.throws(() => samplesOf(always, { ...month, stepSeconds: 0 }, month.to), RangeError);
});

describe('measurements follow the life of a machine', () => {
  let kit: SimulatedKit;
  before(async () => {
    kit = await openSimulatedKit();
  });
  after(() => kit.close());

  test('they are left out while it is stopped or hibernated, and gone with it', async () => {
    const { signal } = new AbortController();
    const { engine, clock } = kit;
    const spec = kit.makeSpec();
    const { serverId } = spec;
    const from = clock.now();
    const ran: { startedAt: Date; endedAt: Date }[] = [];
    const rests = [
      { ask: 'ensureStopped', power: 'stopped' },
      { ask: 'ensureHibernated', power: 'hibernated' },
      { ask: 'ensureStopped', power: 'stopped' },
    ] as const;
    for (const { ask, power } of rests) {
      await engine.ensureRunning(spec, signal);
      await kit.until(serverId, 'running');
      const startedAt = clock.now();
      clock.advance(300 * SECOND_MS);
      await engine[ask](serverId, signal);
      ran.push({ startedAt, endedAt: clock.now() });
      await kit.until(serverId, power);
      clock.advance(300 * SECOND_MS);
    }
    const samples = await engine.metrics(serverId, { from, to: clock.now(), stepSeconds: 1 }, signal);
    const inside = (at: Date) => ran.some(({ startedAt, endedAt }) => at >= addMs(startedAt, -1000) && at < endedAt);
    assert.ok(samples.length >= 900 && samples.length <= 903, String(samples.length));
    for (const { at } of samples) assert.ok(inside(at), at.toISOString());
    await engine.ensureGone(serverId, signal);
    await kit.until(serverId, 'absent');
    assert.deepEqual(await engine.metrics(serverId, { from, to: clock.now(), stepSeconds: 1 }, signal), []);
  });
});
