import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import type { ReadyDocument } from '../door/endpoint.ts';
import { addMs, MINUTE_MS } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import { endpoints } from './testing-endpoints.ts';
import { unmeasured } from '../kit/measures.ts';
import { openTestDoor } from './testing.ts';

const PATH = '/api/v1/availability';
const READY: ReadyDocument = { body: '{"data":{"models":["é"]}}', etag: '"tag-1"' };

const counted: { route: string | null; status: number }[] = [];
const state: { document: ReadyDocument | Promise<ReadyDocument> } = { document: READY };
const door = await openTestDoor({
  endpoints,
  trustedProxies: ['127.0.0.1'],
  availability: { get: () => state.document },
  measures: {
    ...unmeasured,
    answered: ({ route, status }) => counted.push({ route, status }),
  },
});
const url = await door.app.listen({ host: '127.0.0.1', port: 0 });
after(() => door.close());
beforeEach(() => {
  door.time.wall = addMs(door.time.wall, MINUTE_MS);
  state.document = READY;
  counted.length = 0;
});

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function ask(headers: Readonly<Record<string, string>> = {}, { path = PATH, method = 'GET' } = {}): Promise<Answer> {
  const answer = await fetch(url + path, { method, headers: { 'x-forwarded-for': '203.0.113.7', ...headers } });
  return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) };
}

/** Asked with a tag that does not match, a document is sent by Fastify. */
const byFastify = { 'if-none-match': '"other"' };

test('what is sent before Fastify is what Fastify sends, and counts in the same window', async () => {
  for (const body of [READY.body, '{"data":{"models":[]}}']) {
    door.time.wall = addMs(door.time.wall, MINUTE_MS);
    state.document = { ...READY, body };
    const [ready, usual] = [await ask(), await ask(byFastify)];
    assert.deepEqual([ready.status, ready.body], [200, body]);
    const told = ({ headers, ...answer }: Answer) => {
      const { date: _date, 'x-request-id': id, 'ratelimit-remaining': remaining, ...same } = headers;
      assert.match(id ?? '', /^req_[0-9a-f]{32}$/);
      return { answer, same, left: Number(remaining) };
    };
    assert.deepEqual({ ...told(ready), left: told(ready).left - 1 }, told(usual));
  }
});

test('both are counted by their route', async () => {
  for (const headers of [{}, byFastify]) await ask(headers);
  assert.deepEqual(counted, [
    { route: PATH, status: 200 },
    { route: PATH, status: 200 },
  ]);
});

test('each client has its own window, by the address that its proxy tells, and is refused beyond it', async () => {
  const limit = Number((await ask()).headers['ratelimit-limit']);
  for (let asked = 1; asked < limit; asked += 1) await ask();
  const refused = await ask();
  assert.deepEqual([refused.status, refused.headers['access-control-allow-origin']], [429, '*']);
  assert.ok(Number(refused.headers['retry-after']) > 0, 'the refusal says when to come back');
  assert.equal((await ask({ 'x-forwarded-for': '203.0.113.8' })).status, 200);
});

test('a document that must be read first is waited for, and a failure is told', async () => {
  state.document = Promise.resolve(READY);
  assert.equal((await ask()).body, READY.body);
  const failing = Promise.reject(new Error('the database is away'));
  failing.catch(() => undefined);
  state.document = failing;
  assert.equal((await ask()).status, 500);
});

test('whatever asks for more than the document is answered by Fastify', async () => {
  assert.equal((await ask({ 'if-none-match': '"tag-1"' })).status, 304);
  assert.deepEqual(await ask({}, { method: 'HEAD' }).then(({ status, body }) => [status, body]), [200, '']);
  assert.equal((await ask({}, { method: 'POST' })).status, 404);
  assert.equal((await ask({}, { path: `${PATH}/` })).status, 404);
  assert.equal((await ask({}, { path: '/api/v1/stock' })).status, 401, 'a document for callers with a key');
});

test('a proxy’s name of the request is kept', async () => {
  assert.equal((await ask({ 'x-request-id': 'from-the-proxy' })).headers['x-request-id'], 'from-the-proxy');
});

test('a log that is read tells of every answer', async () => {
  const lines: string[] = [];
  const read = await openTestDoor({
    endpoints,
    availability: { get: () => READY },
    log: createLog('info', { write: (line) => void lines.push(line) }),
  });
  const readUrl = await read.app.listen({ host: '127.0.0.1', port: 0 });
  assert.equal((await fetch(readUrl + PATH)).status, 200);
  await read.close();
  assert.ok(lines.some((line) => line.includes(`"route":"${PATH}"`)));
});

test('a client that stays while the server closes is told to leave', async () => {
  const closing = await openTestDoor({ endpoints, availability: { get: () => READY } });
  const { port } = new URL(await closing.app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  let told = '';
  socket.on('data', (text: string) => (told += text));
  // The connection is busy with a request whose last byte has not come.
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: boreal\r\n`);
  await once(socket, 'connect');
  await fetch(`http://127.0.0.1:${port}${PATH}`);
  const closed = closing.close();
  await new Promise((resolve) => setImmediate(resolve));
  socket.write('\r\n');
  await once(socket, 'close');
  await closed;
  assert.match(told, /^HTTP\/1.1 200 OK\r\n/);
  assert.match(told, /connection: close\r\n/i);
});
