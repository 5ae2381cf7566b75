import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AppError } from '../kit/errors.ts';
import type { TracedWork, Traces } from '../kit/traces.ts';
import { startTestCollector, type TestCollector } from './testing/test-collector.ts';
import { tracesToCollector, type CollectorSettings, type TracesToCollector } from './to-collector.ts';

let collector: TestCollector;
let open: TracesToCollector[];
let told: { readonly taken: boolean; readonly reason: string | null }[];
beforeEach(async () => {
  collector = await startTestCollector();
  open = [];
  told = [];
});
afterEach(async () => {
  for (const one of open) await one.close();
  await collector.close();
});

const WORK: TracedWork = { name: 'work', kind: 'inside' };

async function opened(settings: Partial<CollectorSettings> = {}): Promise<TracesToCollector> {
  const of = told;
  const one = await tracesToCollector(
    {
      url: `${collector.url}/v1/traces`,
      headers: {},
      timeoutMs: 1000,
      caFile: null,
      attributes: { 'service.name': 'boreal' },
      sampler: { name: 'parentbased_always_on', ratio: 1 },
      ...settings,
    },
    { version: '1.2.3', tell: (state) => of.push(state) },
  );
  open.push(one);
  return one;
}

/** Ends it, so that everything is sent. */
async function sent(one: TracesToCollector) {
  await one.close();
  return collector.spans;
}

test('work that was put down for another process goes on with the trace that it was put down in', async () => {
  const first = await opened();
  const second = await opened({ attributes: { 'service.name': 'worker' } });
  const carried = await first.traces.begin({ name: 'request', kind: 'answers' }, async () => first.traces.carry());
  assert.match(carried ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  await second.traces.begin({ ...WORK, name: 'step', carried }, async () => undefined);
  await first.close();
  const [step, request] = (await sent(second)).toSorted((a, b) => b.name.localeCompare(a.name));
  assert.deepEqual([step?.traceId, step?.parentId], [request?.traceId, request?.spanId]);
  assert.deepEqual([step?.service, request?.service], ['worker', 'boreal']);
});

test('whatever text is carried, work is done and begins a trace of its own', async () => {
  const one = await opened();
  const zeros = `00-${'0'.repeat(32)}-${'ab'.repeat(8)}-01`;
  const texts = [null, '', 'x', zeros, `00-${'AB'.repeat(16)}-${'ab'.repeat(8)}-01`, `01-${'ab'.repeat(16)}-${'ab'.repeat(8)}-01`];
  for (const carried of texts) assert.equal(await one.traces.begin({ ...WORK, carried }, async () => 7), 7);
  const spans = await sent(one);
  assert.deepEqual(
    spans.map(({ parentId }) => parentId),
    texts.map(() => ''),
  );
  assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, texts.length);
});

test('a part outside of any work is done, and tells nothing', async () => {
  const one = await opened();
  assert.equal(await one.traces.within(WORK, async () => 7), 7);
  assert.equal(one.traces.carry(), null);
  assert.deepEqual(one.logFields(), {});
  assert.deepEqual(await sent(one), []);
});

test('a refusal is told by its code, a mistake as a failure by its kind, and neither in its words', async () => {
  const { traces, close } = await opened();
  const fail = (error: unknown) =>
    assert.rejects(
      traces.begin(WORK, async () => {
        throw error;
      }),
      (thrown) => thrown === error,
    );
  await fail(new AppError('INSUFFICIENT_CREDITS', { requiredMicros: 1n, balanceMicros: 0n }));
  await fail(new RangeError('the key gpu_secret'));
  await fail(Object.assign(new Error('duplicate mail me@example.com'), { code: '23505' }));
  await fail('a text of the secret');
  await close();
  assert.deepEqual(
    collector.spans.map(({ attributes, failed }) => [attributes['error.type'], failed]),
    [
      ['INSUFFICIENT_CREDITS', false],
      ['RangeError', true],
      ['23505', true],
      ['string', true],
    ],
  );
  assert.doesNotMatch(collector.bytes().toString('latin1'), /secret|example\.com/);
});

test('what is not sampled is told nowhere, not in the log, and not by who goes on with it', async () => {
  const first = await opened({ sampler: { name: 'parentbased_traceidratio', ratio: 0 } });
  const second = await opened();
  const carried = await first.traces.begin(WORK, async () => {
    assert.deepEqual(first.logFields(), {});
    return first.traces.carry();
  });
  assert.match(carried ?? '', /-00$/);
  await second.traces.begin({ ...WORK, carried }, async () => undefined);
  await first.close();
  assert.deepEqual(await sent(second), []);
});

test('a line of the log names the trace and the work that it is written in', async () => {
  const one = await opened();
  const fields = await one.traces.begin(WORK, async () => one.logFields());
  const [span] = await sent(one);
  assert.deepEqual(fields, { trace_id: span?.traceId, span_id: span?.spanId });
});

for (const [what, answer] of [
  ['refuses', (response) => response.writeHead(400).end('the header authorization=secret is wrong')],
  ['says that it is busy', (response) => response.writeHead(503).end()],
  ['never answers', () => undefined],
] satisfies readonly (readonly [string, NonNullable<TestCollector['answer']>])[]) {
  test(`a collector that ${what} costs neither work nor memory, is told of once, and once when it takes traces again`, async () => {
    const { traces, close } = await opened();
    collector.answer = answer;
    const held = await memoryAfter(traces, 2000);
    const more = await memoryAfter(traces, 100_000);
    // A hundred thousand spans would be more than 100 MB.
    assert.ok(more - held < 30_000_000, `${Math.round((more - held) / 1e6)} MB more`);
    await untilTold(1);
    assert.deepEqual(
      told.map(({ taken }) => taken),
      [false],
    );
    assert.doesNotMatch(told[0]?.reason ?? '', /secret/);
    collector.answer = null;
    await traces.begin(WORK, async () => undefined);
    await untilTold(2);
    assert.deepEqual(told[1], { taken: true, reason: null });
    const begun = performance.now();
    await close();
    assert.ok(performance.now() - begun < 4000);
  });
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

async function memoryAfter(traces: Traces, spans: number): Promise<number> {
  for (let n = 0; n < spans; n += 1) await traces.begin(WORK, async () => undefined);
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function untilTold(times: number): Promise<void> {
  const limit = performance.now() + 30_000;
  while (told.length < times && performance.now() < limit) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(told.length, times, JSON.stringify(told));
}

test('the end waits for a collector that does not answer, but not for long', async () => {
  const { traces, close } = await opened({ timeoutMs: 60_000 });
  collector.answer = () => undefined;
  await traces.begin(WORK, async () => undefined);
  const begun = performance.now();
  await close();
  assert.ok(performance.now() - begun < 5000);
});

test('a file of certificates that is not there is said, not passed over', async () => {
  await assert.rejects(opened({ caFile: '/nowhere/ca.pem' }), /ENOENT/);
});
