import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestCollector, type TestCollector, type ToldSpan } from '../../server/src/traces/testing/test-collector.ts';
import { addSshKey, call, deploy, untilActive } from '../testing/boreal-process-client.ts';
import { makeBorealHome, type BorealHome, type DemoFile } from '../testing/boreal-process-home.ts';
import { until, type BorealProcess } from '../testing/boreal-process.ts';

let home: BorealHome;
let collector: TestCollector;
let api: BorealProcess;
let worker: BorealProcess;
let aurore: DemoFile['customers'][0];
const logged = () => `${api.stderr()}\n${worker.stderr()}`;

before(async () => {
  home = await makeBorealHome();
  collector = await startTestCollector();
  // The first has the database, and answers; the second does the work.
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
    BOREAL_LOG_LEVEL: 'info',
  };
  api = await home.start({ ...environment, BOREAL_ROLE: 'api', OTEL_SERVICE_NAME: 'boreal-api' });
  const databaseUrl = await home.databaseUrl();
  worker = await home.start({ ...environment, BOREAL_ROLE: 'worker', DATABASE_URL: databaseUrl, OTEL_SERVICE_NAME: 'boreal-worker' });
  [aurore] = (await home.demo()).customers;
});
after(async () => {
  await home.close();
  await collector.close();
});

/** A span by its name, within one trace if that is given. */
const found = (name: RegExp, within?: string) =>
  collector.spans.find((span) => name.test(span.name) && (within === undefined || span.traceId === within));
const told = (name: RegExp, within?: string): Promise<ToldSpan> =>
  until(
    `${String(name)} is told`,
    60_000,
    async () => found(name, within),
    (span) => span !== undefined,
  ).then((span) => span ?? assert.fail());

test('request, operation, transaction, the worker’s step in another process, and its call to the engine are one trace', async () => {
  const sshKeyId = await addSshKey(api, aurore.restKey);
  const id = await deploy(api, aurore.restKey, { productId: 'l4-x1', sshKeyId, name: 'traced' });
  await untilActive(api, aurore.restKey, id);
  const request = await told(/^POST \/api\/servers$/);
  const { traceId } = request;
  const operation = await told(/^createServer$/, traceId);
  const transaction = await told(/^transaction$/, traceId);
  const step = await told(/^converge server$/, traceId);
  const engine = await told(/^engine ensureRunning$/, traceId);
  assert.equal(request.parentId, '');
  assert.equal(operation.parentId, request.spanId);
  assert.equal(transaction.parentId, operation.spanId);
  assert.equal(step.parentId, transaction.spanId);
  assert.ok(collector.spans.some(({ spanId, name }) => spanId === engine.parentId && name === 'converge server'));
  assert.deepEqual([request.service, step.service, engine.service], ['boreal-api', 'boreal-worker', 'boreal-worker']);
  assert.notEqual(request.process, step.process);
  assert.deepEqual([request.kind, operation.kind, transaction.kind, step.kind, engine.kind], [2, 1, 3, 5, 3]);
  assert.equal(request.attributes['http.response.status_code'], 201);
  assert.equal(request.attributes['boreal.account_id'], aurore.accountId);
  assert.equal(step.attributes['boreal.server_id'], id);
  assert.deepEqual(
    [engine.attributes['boreal.engine'], engine.attributes['boreal.call'], engine.attributes['boreal.outcome']],
    ['simulated', 'ensureRunning', 'ok'],
  );
  // Every step until it runs, however often it was looked at, and the transaction of the last.
  const last = await until(
    'the step that found it running is told',
    30_000,
    async () => collector.spans.find((span) => span.traceId === traceId && span.attributes['boreal.result'] === 'done'),
    (span) => span !== undefined,
  );
  assert.ok(collector.spans.some(({ parentId, name }) => parentId === last?.spanId && name === 'transaction'));
  assert.equal(collector.headers().authorization, 'Bearer of-the-collector');
});

test('the lines of the log name the trace that they belong to', async () => {
  const listed = await call(api, { path: '/servers', key: aurore.restKey });
  const requestId = listed.headers.get('x-request-id') ?? '';
  const line = await until(
    'the request is logged',
    10_000,
    async () =>
      api
        .stderr()
        .split('\n')
        .find((one) => one.includes(requestId)) ?? '',
    (one) => one !== '',
  );
  const { traceId } = await until(
    'the request is told',
    30_000,
    async () => collector.spans.find(({ attributes }) => attributes['boreal.request_id'] === requestId),
    (span) => span !== undefined,
  ).then((span) => span ?? assert.fail());
  assert.ok(line.includes(`"trace_id":"${traceId}"`), line);
});

test('an agent’s tool is told by its name and outcome, within its request', async () => {
  const answer = await fetch(`${api.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${aurore.mcpKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'svc_list_servers', arguments: {} } }),
  });
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /"result"/);
  const tool = await told(/^tool svc_list_servers$/);
  assert.equal(tool.attributes['boreal.outcome'], 'ok');
  const request = await told(/^POST \/api\/mcp$/, tool.traceId);
  assert.equal(tool.parentId, request.spanId);
});

test('whoever signs in or calls in the console is traced as well', async () => {
  const signedIn = await signIn();
  assert.equal(signedIn.status, 200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const answer = await fetch(`${api.baseUrl}/console/accounts/${aurore.accountId}/servers?secret=of-the-query`, { headers: { cookie } });
  assert.equal(answer.status, 200);
  await answer.text();
  const call = await told(/^GET \/api\/console\/accounts\/:accountId\/servers$/);
  assert.equal(call.attributes['boreal.account_id'], aurore.accountId);
  assert.ok(collector.spans.some(({ parentId }) => parentId === call.spanId));
});

test('a stranger’s traceparent makes no trace of theirs, and none that is theirs is gone on with', async () => {
  const theirs = 'ab'.repeat(16);
  const answer = await fetch(`${api.baseUrl}/availability`, {
    headers: { traceparent: `00-${theirs}-${'cd'.repeat(8)}-01`, 'x-forwarded-for': '203.0.113.9' },
  });
  await answer.text();
  const span = await until(
    'the request is told',
    30_000,
    async () => collector.spans.find(({ attributes }) => attributes['boreal.caller_trace_id'] === theirs),
    (one) => one !== undefined,
  );
  assert.notEqual(span?.traceId, theirs);
  assert.equal(span?.parentId, '');
  assert.equal(span?.links, 0);
});

test('no key, mail, password, query, body or header of anybody is in what the collector gets, nor any address', async () => {
  await told(/^converge server$/);
  await told(/^tool svc_list_servers$/);
  const sent = collector.bytes().toString('latin1');
  assert.ok(sent.includes(aurore.accountId), 'it is text that can be searched');
  const secrets = [
    aurore.restKey,
    aurore.mcpKey,
    aurore.email,
    aurore.password,
    aurore.name,
    'of-the-query',
    'of-the-collector',
    'ssh-ed25519',
  ];
  for (const secret of [...secrets, 'traced', '203.0.113.9']) assert.ok(!sent.includes(secret), secret);
  assert.ok(!logged().includes('of-the-collector'));
});

test('a collector that goes away loses no request, is told of once, and the end does not wait for it', async () => {
  await collector.close();
  for (let n = 0; n < 30; n += 1) assert.equal((await call(api, { path: '/servers', key: aurore.restKey })).status, 200);
  const lines = () =>
    api
      .stderr()
      .split('\n')
      .filter((line) => line.includes('the collector does not take traces'));
  await until(
    'it is logged',
    30_000,
    async () => lines().length,
    (count) => count > 0,
  );
  assert.equal(lines().length, 1);
  const begun = performance.now();
  assert.equal((await worker.end('SIGTERM')).code, 0);
  assert.equal((await api.end('SIGTERM')).code, 0);
  assert.ok(performance.now() - begun < 20_000);
  collector = await startTestCollector();
});

function signIn(): Promise<Response> {
  return fetch(`${api.baseUrl}/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: api.siteUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ email: aurore.email, password: aurore.password }),
  });
}
