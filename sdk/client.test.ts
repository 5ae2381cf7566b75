import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { all, Boreal, BorealError, ServerWaitError, waitForServer } from './boreal-sdk.ts';
import { openDouble, type Reply } from './testing.ts';

const KEY = `gpu_${'a1B2c3D4'.repeat(5)}`;
const double = await openDouble();
after(() => double.close());
beforeEach(() => double.arrived.splice(0));

const boreal = new Boreal({ siteUrl: double.url, apiKey: KEY, language: 'fr' });
const data = (value: unknown, meta?: object): Reply => ({ status: 200, json: { data: value, ...(meta && { meta }) } });
const refused = (status: number, error: string, more: object = {}): Reply => ({ status, json: { error, message: `${error}.`, ...more } });
const failing = async (work: Promise<unknown>): Promise<BorealError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof BorealError, String(error));
  return error;
};

describe('a request', () => {
  test('has its input where the operation wants it, the key, the language, and for a write the site as its origin', async () => {
    double.answer = () => data({ id: 7 });
    await boreal.addFirewallRule({ id: 'srv_1', direction: 'ingress', protocol: 'tcp', portRangeMin: 443, portRangeMax: undefined });
    const [request] = double.arrived;
    assert.equal(`${request?.method} ${request?.path}`, 'POST /api/servers/srv_1/firewall');
    assert.deepEqual(request?.body, { direction: 'ingress', protocol: 'tcp', portRangeMin: 443 });
    assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
    assert.equal(request?.headers.origin, double.url);
    assert.equal(request?.headers['accept-language'], 'fr');
    assert.match(String(request?.headers['idempotency-key']), /^[0-9a-f-]{36}$/);
  });

  test('that reads sends no body, no origin and no idempotency key; what is in the query is escaped', async () => {
    double.answer = () => data([]);
    await boreal.listApiKeys({ search: 'a&b=ç', limit: 5 });
    const [request] = double.arrived;
    assert.equal(request?.path, '/api/v1/api-keys?limit=5&search=a%26b%3D%C3%A7');
    assert.deepEqual([request?.headers.origin, request?.headers['idempotency-key'], request?.body], [undefined, undefined, undefined]);
  });

  test('stays below its own path, whatever an id is', async () => {
    double.answer = () => data({});
    await boreal.getServer({ id: '../settings/ssh-keys?x' });
    assert.equal(double.arrived[0]?.path, '/api/servers/..%2Fsettings%2Fssh-keys%3Fx');
    for (const id of ['', '.', '..']) await assert.rejects(boreal.deleteServer({ id }), TypeError);
    assert.equal(double.arrived.length, 1, 'a deletion without an id is sent nowhere');
  });
});

describe('an answer', () => {
  test('comes without its envelope; what a newer Boreal adds is kept', async () => {
    double.answer = () => data({ id: 'srv_1', status: 'SLEEPING', colour: 'blue' });
    assert.deepEqual(await boreal.getServer({ id: 'srv_1' }), { id: 'srv_1', status: 'SLEEPING', colour: 'blue' });
    double.answer = () => data({ balance: 5 }, { nextCursor: 'c2' });
    assert.deepEqual(await boreal.getCredits({ limit: 1 }), { balance: 5, nextCursor: 'c2' });
    double.answer = () => data([{ id: 'ssh_1' }]);
    assert.deepEqual(await boreal.listSshKeys(), { items: [{ id: 'ssh_1' }], nextCursor: null });
    double.answer = () => ({ status: 200, json: { openapi: '3.0.3', info: { version: '9' } } });
    assert.equal((await boreal.getOpenapi()).info.version, '9');
  });

  test('in pages is read to its end, and no further than somebody looks', async () => {
    double.answer = ({ path }) =>
      /cursor=two/.test(path)
        ? data([{ id: 'srv_3' }], { nextCursor: null })
        : data([{ id: 'srv_1' }, { id: 'srv_2' }], { nextCursor: 'two' });
    const ids: string[] = [];
    for await (const { id } of all((page) => boreal.listServers({ status: 'ACTIVE', ...page }))) ids.push(id);
    assert.deepEqual(ids, ['srv_1', 'srv_2', 'srv_3']);
    assert.deepEqual(
      double.arrived.map(({ path }) => path),
      ['/api/servers?limit=1000&status=ACTIVE', '/api/servers?limit=1000&cursor=two&status=ACTIVE'],
    );
    double.arrived.splice(0);
    for await (const { id } of all((page) => boreal.listServers(page))) if (id === 'srv_1') break;
    assert.equal(double.arrived.length, 1);
  });

  test('of something else is said to be that', async () => {
    double.answer = () => ({ status: 200, text: '<html>Welcome to nginx</html>' });
    assert.equal((await failing(boreal.listServers())).code, 'NOT_BOREAL');
    double.answer = () => ({ status: 302, headers: { location: 'https://elsewhere.example/api/servers' } });
    const moved = await failing(boreal.listServers());
    assert.equal(moved.code, 'REDIRECTED');
    assert.equal(double.arrived.length, 2, 'the key is not taken elsewhere');
  });
});

describe('a refusal', () => {
  test('is thrown with its code, its sentence, the whole answer and the request id', async () => {
    const headers = { 'x-request-id': 'req_1' };
    double.answer = () => ({
      status: 402,
      json: { error: 'INSUFFICIENT_CREDITS', message: 'Add credit.', requiredCredits: 3.99 },
      headers,
    });
    const error = await failing(boreal.createServer({ productId: 'l4-x1', sshKeyId: 'ssh_1' }));
    assert.deepEqual(
      [error.code, error.message, error.status, error.requestId, error.details['requiredCredits'], error.mayBeDone],
      ['INSUFFICIENT_CREDITS', 'Add credit.', 402, 'req_1', 3.99, false],
    );
    assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}`, new RegExp(KEY));
  });

  test('by a limit is tried again when it says; one that is far away is thrown', async () => {
    let left = 1;
    double.answer = () => ((left -= 1) >= 0 ? { ...plain(refused(429, 'Too many requests')), headers: { 'retry-after': '1' } } : data([]));
    await boreal.listServers();
    assert.equal(double.arrived.length, 2);
    double.answer = () => ({ ...plain(refused(429, 'Too many requests')), headers: { 'retry-after': '600' } });
    assert.equal((await failing(boreal.listServers())).retryAfterSeconds, 600);
  });
});

describe('a lost answer', () => {
  test('of a POST is asked for again under the same key, also one of the caller’s', async () => {
    let cuts = 2;
    double.answer = () => ((cuts -= 1) >= 0 ? 'cut' : { status: 201, json: { data: { id: 'srv_1' } } });
    await boreal.createServer({ productId: 'l4-x1', sshKeyId: 'ssh_1' }, { idempotencyKey: 'mine' });
    assert.deepEqual(
      double.arrived.map(({ headers }) => headers['idempotency-key']),
      ['mine', 'mine', 'mine'],
    );
  });

  test('of a POST that never came is thrown with the key to repeat it under', async () => {
    double.answer = () => 'cut';
    const error = await failing(boreal.createServer({ productId: 'l4-x1', sshKeyId: 'ssh_1' }));
    assert.deepEqual([error.code, error.mayBeDone, error.status], ['UNREACHABLE', true, null]);
    assert.equal(error.idempotencyKey, double.arrived[0]?.headers['idempotency-key']);
    assert.equal(new Set(double.arrived.map(({ headers }) => headers['idempotency-key'])).size, 1);
  });

  test('of a deletion is not asked for again', async () => {
    double.answer = () => 'cut';
    const error = await failing(boreal.deleteServer({ id: 'srv_1' }));
    assert.deepEqual([error.mayBeDone, double.arrived.length], [true, 1]);
  });

  test('is no longer waited for once the call is aborted', async () => {
    double.answer = () => 'hang';
    const stop = new AbortController();
    const call = failing(boreal.listServers({}, { signal: stop.signal }));
    stop.abort();
    assert.equal((await call).code, 'ABORTED');
  });
});

describe('a client', () => {
  test('is refused what would give its key away, or cannot work, without repeating the key', () => {
    const refusedOptions = [
      { siteUrl: 'http://gpu.example', apiKey: KEY },
      { siteUrl: 'https://me:secret@gpu.example', apiKey: KEY },
      { siteUrl: 'https://gpu.example/shop', apiKey: KEY },
      { siteUrl: 'gpu.example', apiKey: KEY },
      { siteUrl: 'https://gpu.example', apiKey: '' },
      { siteUrl: 'https://gpu.example', apiKey: `${KEY}\n` },
      { siteUrl: 'https://gpu.example', apiKey: 'svc_mcp_abc' },
    ];
    for (const options of refusedOptions) {
      assert.throws(
        () => new Boreal(options),
        (error) => error instanceof TypeError && !error.message.includes(KEY) && !error.message.includes('secret'),
        JSON.stringify(options),
      );
    }
    for (const siteUrl of [
      'https://gpu.example/',
      'https://gpu.example/api',
      'http://localhost:8080',
      'http://127.0.0.1:8080',
      'http://[::1]:1',
    ])
      assert.ok(new Boreal({ siteUrl, apiKey: KEY }));
    assert.ok(new Boreal({ siteUrl: 'http://gpu.example', apiKey: KEY, allowHttp: true }));
  });
});

describe('waiting for a server', () => {
  test('ends when it rests, and says what it is instead', async () => {
    double.answer = () => data({ id: 'srv_1', status: 'ACTIVE', task: null });
    assert.equal((await waitForServer(boreal, { id: 'srv_1', status: 'ACTIVE' })).status, 'ACTIVE');
    double.answer = () => data({ id: 'srv_1', status: 'HIBERNATED', task: null });
    await assert.rejects(
      waitForServer(boreal, { id: 'srv_1', status: 'ACTIVE' }),
      (error) => error instanceof ServerWaitError && error.server?.status === 'HIBERNATED',
    );
  });

  test('goes on while something is being done, and gives up in time', async () => {
    double.answer = () => data({ id: 'srv_1', status: 'ACTIVE', task: 'hibernating' });
    await assert.rejects(waitForServer(boreal, { id: 'srv_1', status: 'ACTIVE', minutes: 0 }), ServerWaitError);
    double.answer = () => refused(404, 'NOT_FOUND');
    assert.equal((await failing(waitForServer(boreal, { id: 'srv_1', status: 'ACTIVE' }))).code, 'NOT_FOUND');
  });
});

function plain(reply: Reply): Exclude<Reply, string> {
  if (typeof reply === 'string') throw new Error('it is cut');
  return reply;
}
