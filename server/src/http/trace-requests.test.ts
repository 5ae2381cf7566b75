import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createLog, type Log } from '../kit/log.ts';
import { openTestTraces, type TestTraces } from '../traces/testing/test-traces.ts';
import { endpoints } from './testing-endpoints.ts';
import { openTestDoor } from './testing.ts';

const THEIRS = 'ab'.repeat(16);
const SAMPLED = `00-${THEIRS}-${'cd'.repeat(8)}-01`;

interface Opened {
  readonly url: string;
  readonly key: string;
  readonly traces: TestTraces;
}

async function opened(t: TestContext, options: { traceCallers?: string[]; ratio?: number; log?: Log } = {}): Promise<Opened> {
  const traces = await openTestTraces({ name: 'parentbased_traceidratio', ratio: options.ratio ?? 1 });
  const door = await openTestDoor({
    endpoints,
    traces: traces.traces,
    traceCallers: options.traceCallers ?? [],
    log: options.log ?? createLog('silent'),
    // In memory, so that it is sent before Fastify.
    availability: { get: () => ({ body: '{"data":{"models":[]}}', etag: '"tag-1"' }) },
  });
  const url = await door.app.listen({ port: 0, host: '127.0.0.1' });
  t.after(async () => {
    await door.close();
    await traces.close();
  });
  return { url, key: door.key, traces };
}

test('whoever names a sampled trace is traced no more than others, and not under that name', async (t) => {
  const { url, traces } = await opened(t);
  await (await fetch(`${url}/api/v1/availability`, { headers: { traceparent: SAMPLED, tracestate: 'them=secret' } })).text();
  const [span] = await traces.told(1);
  assert.notEqual(span?.traceId, THEIRS);
  assert.deepEqual([span?.parentId, span?.links], ['', 0]);
  assert.deepEqual(span?.attributes['boreal.caller_trace_id'], THEIRS);
});

test('where few are sampled, a stranger’s flag samples nothing', async (t) => {
  const { url, key, traces } = await opened(t, { ratio: 0 });
  for (const path of ['/api/v1/availability', '/api/v1/things'])
    await (await fetch(url + path, { headers: { traceparent: SAMPLED, authorization: `Bearer ${key}` } })).text();
  assert.deepEqual(await traces.all(), []);
});

test('the trace of a caller that the operator has named is gone on with, as far as it is sampled', async (t) => {
  const { url, key, traces } = await opened(t, { traceCallers: ['127.0.0.0/8'], ratio: 0 });
  const ask = async (traceparent: string) =>
    (await fetch(`${url}/api/v1/things`, { headers: { traceparent, authorization: `Bearer ${key}` } })).text();
  await ask(SAMPLED.replace(/01$/, '00'));
  await ask('no traceparent');
  await ask(SAMPLED);
  const spans = await traces.told(2);
  const request = spans.find(({ name }) => name === 'GET /api/v1/things');
  assert.deepEqual([request?.traceId, request?.parentId], [THEIRS, 'cd'.repeat(8)]);
  assert.ok(spans.every(({ traceId }) => traceId === THEIRS));
  assert.equal(request?.attributes['boreal.caller_trace_id'], undefined);
});

test('an answer that needs no Fastify is told like any other', async (t) => {
  const { url, traces } = await opened(t);
  await (await fetch(`${url}/api/v1/availability`)).text();
  const [span] = await traces.told(1);
  assert.equal(span?.name, 'GET /api/v1/availability');
  assert.equal(span?.attributes['http.response.status_code'], 200);
  assert.match(String(span.attributes['boreal.request_id']), /^req_/);
});

test('an address is told by its pattern, and one that leads nowhere not at all', async (t) => {
  const { url, key, traces } = await opened(t);
  for (const path of ['/api/servers/srv_mine?n=1', '/reset/token-of-a-mail?key=secret'])
    await (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).text();
  const spans = await traces.told(3);
  assert.deepEqual(spans.map(({ name }) => name).toSorted(), ['GET', 'GET /api/servers/:id', 'get']);
  assert.doesNotMatch(JSON.stringify(spans), /token-of-a-mail|secret|n=1/);
  assert.equal(spans.find(({ name }) => name === 'get')?.attributes['boreal.server_id'], 'srv_mine');
});

test('what a refused path names is not told: it may be anything', async (t) => {
  const { url, key, traces } = await opened(t);
  await (await fetch(`${url}/api/servers/gpu_a-key-pasted-by-mistake`, { headers: { authorization: `Bearer ${key}` } })).text();
  const spans = await traces.told(2);
  assert.doesNotMatch(JSON.stringify(spans), /pasted/);
  assert.equal(spans.find(({ name }) => name === 'get')?.attributes['error.type'], 'NOT_FOUND');
  assert.ok(spans.every(({ failed }) => !failed));
});

test('a mistake of ours is a failure, and monitoring’s own requests are no traces', async (t) => {
  const { url, key, traces } = await opened(t);
  await (await fetch(`${url}/healthz`)).text();
  await (await fetch(`${url}/api/v1/broken`, { headers: { authorization: `Bearer ${key}` } })).text();
  const spans = await traces.told(2);
  assert.deepEqual(
    spans.map(({ name, failed }) => [name, failed]),
    [
      ['broken', true],
      ['GET /api/v1/broken', true],
    ],
  );
});

test('who leaves before the answer is told as such', async (t) => {
  const { url, key, traces } = await opened(t);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    `POST /api/servers HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\norigin: http://localhost:8080\r\ncontent-length: 9\r\n\r\n{`,
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  socket.destroy();
  const [span] = await traces.told(1);
  assert.deepEqual([span?.name, span?.attributes['error.type']], ['POST /api/servers', 'aborted']);
  assert.equal(span?.attributes['http.response.status_code'], undefined);
});

test('what is logged after the body of a request was read names its trace', async (t) => {
  const lines: string[] = [];
  const traces = await openTestTraces();
  const log = createLog('info', { write: (line) => void lines.push(line) }, () => ({ carried: traces.traces.carry() ?? 'none' }));
  const door = await openTestDoor({ endpoints, traces: traces.traces, log });
  t.after(async () => {
    await door.close();
    await traces.close();
  });
  const url = await door.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: `Bearer ${door.key}`, origin: 'http://localhost:8080', 'content-type': 'application/json' };
  await (await fetch(`${url}/api/servers`, { method: 'POST', headers, body: '{"title":"a"}' })).text();
  const [span] = (await traces.told(2)).filter(({ parentId }) => parentId === '');
  const answered = lines.find((line) => line.includes('"answered"'));
  assert.ok(answered?.includes(`00-${span?.traceId}-${span?.spanId}-01`), answered);
});
