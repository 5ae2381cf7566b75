import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../core/testing/cloud.ts';
import { measureEngine } from './measure-engine.ts';
import { createProcessMetrics } from './process-metrics.ts';

const cloud = await startCloud();
after(() => cloud.close());
const { signal } = new AbortController();

const open = () => createProcessMetrics({ db: cloud.db, about: { role: 'all' } });

test('requests are counted by the pattern of their path and their status, and what is nowhere under one name', async () => {
  const { registry, measures } = open();
  for (const status of [200, 200, 404]) measures.answered({ method: 'GET', route: '/v1/servers/:id', status, seconds: 0.02 });
  measures.answered({ method: 'GET', route: null, status: 404, seconds: 0.001 });
  const text = await registry.metrics();
  assert.match(text, /^boreal_http_requests_total\{method="GET",route="\/v1\/servers\/:id",status="200"\} 2$/m);
  assert.match(text, /^boreal_http_requests_total\{method="GET",route="\/v1\/servers\/:id",status="404"\} 1$/m);
  assert.match(text, /^boreal_http_requests_total\{method="GET",route="none",status="404"\} 1$/m);
  assert.match(text, /^boreal_http_request_duration_seconds_bucket\{le="0.01",method="GET",route="\/v1\/servers\/:id"\} 0$/m);
  assert.match(text, /^boreal_http_request_duration_seconds_bucket\{le="0.025",method="GET",route="\/v1\/servers\/:id"\} 3$/m);
});

test('messages of the payment provider are counted by what came of them, from zero on', async () => {
  const { registry, measures } = open();
  const counted = async () =>
    [...(await registry.metrics()).matchAll(/^boreal_webhook_messages_total\{outcome="(\w+)"\} (\d+)$/gm)].map(
      ([, of, many]) => `${of} ${many}`,
    );
  assert.deepEqual(await counted(), ['taken 0', 'later 0', 'refused 0']);
  for (const outcome of ['taken', 'refused', 'refused'] as const) measures.newsCame(outcome);
  assert.deepEqual(await counted(), ['taken 1', 'later 0', 'refused 2']);
});

test('a schedule that fails has no last success', async () => {
  const { registry, measures } = open();
  measures.ran({ schedule: 'meter', engine: '', failed: true, seconds: 1 });
  assert.doesNotMatch(await registry.metrics(), /^boreal_schedule_last_success_timestamp_seconds\{/m);
  measures.ran({ schedule: 'meter', engine: '', failed: false, seconds: 1 });
  const text = await registry.metrics();
  const [, at] = /^boreal_schedule_last_success_timestamp_seconds\{schedule="meter"\} (\S+)$/m.exec(text) ?? [];
  assert.ok(Math.abs(Number(at) - Date.now() / 1000) < 60, at);
  assert.match(text, /^boreal_schedule_duration_seconds_count\{schedule="meter",outcome="failed"\} 1$/m);
});

test('what fails is told with the time since which it does, for each engine, until it succeeds', async () => {
  const { registry, measures } = open();
  const since = async () =>
    [...(await registry.metrics()).matchAll(/^boreal_schedule_failing_since_timestamp_seconds\{(.*)\} (\S+)$/gm)].map(([, of, at]) => ({
      of,
      at: Number(at),
    }));
  measures.ran({ schedule: 'partitions', engine: '', failed: true, seconds: 1 });
  const [first] = await since();
  assert.ok(first && Math.abs(first.at - Date.now() / 1000) < 60);
  measures.ran({ schedule: 'partitions', engine: '', failed: true, seconds: 1 });
  assert.deepEqual(await since(), [first], 'the first failure counts, not the last');
  measures.ran({ schedule: 'watch', engine: 'montreal', failed: true, seconds: 1 });
  measures.ran({ schedule: 'watch', engine: 'quebec', failed: false, seconds: 1 });
  measures.ran({ schedule: 'partitions', engine: '', failed: false, seconds: 1 });
  assert.deepEqual(
    (await since()).map(({ of }) => of),
    ['schedule="watch",engine="montreal"'],
  );
});

test('a clock that is behind the database’s is told as it is', async () => {
  const { registry, measures } = open();
  measures.clocksCompared(-12.5);
  assert.match(await registry.metrics(), /^boreal_clock_ahead_seconds -12\.5$/m);
});

test('connections that are used and those that wait are told as they are now', async () => {
  const { registry } = open();
  const client = await cloud.db.pool.connect();
  try {
    const used = Number(/^boreal_database_connections\{state="used"\} (\d+)$/m.exec(await registry.metrics())?.[1]);
    assert.ok(used >= 1 && used <= cloud.db.pool.totalCount, String(used));
  } finally {
    client.release();
  }
});

test('calls of an engine are counted with what came of them, and answer as before', async () => {
  const { registry, measures } = open();
  const engine = measureEngine(cloud.engine, measures);
  assert.equal((await engine.observe('srv_nobody', signal)).power, 'absent');
  await assert.rejects(engine.console('srv_nobody', signal), { engineCause: 'gone' });
  assert.equal(engine.name, cloud.engine.name);
  const text = await registry.metrics();
  assert.match(text, /^boreal_engine_call_duration_seconds_count\{engine="simulated",call="observe",outcome="ok"\} 1$/m);
  assert.match(text, /^boreal_engine_call_duration_seconds_count\{engine="simulated",call="console",outcome="gone"\} 1$/m);
});
