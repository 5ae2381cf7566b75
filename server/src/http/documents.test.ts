import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { addMs, MINUTE_MS } from '../kit/clock.ts';
import { endpoints } from './testing-endpoints.ts';
import { openTestDoor } from './testing.ts';

const door = await openTestDoor({ endpoints, trustedProxies: ['10.0.0.0/8'] });
after(() => door.close());
beforeEach(() => {
  door.time.wall = addMs(door.time.wall, MINUTE_MS);
});

const ask = (headers: Record<string, string | null> = {}, url = '/api/v1/availability') =>
  door.send({ url, headers: { authorization: null, ...headers } });

test('anyone, from any page, gets the bytes that are ready', async () => {
  const { status, headers, text: body } = await ask();
  assert.deepEqual([status, body], [200, '{"data":{"models":[]}}']);
  assert.deepEqual(
    [headers['cache-control'], headers['etag'], headers['access-control-allow-origin'], headers['content-type']],
    ['public, max-age=60', '"tag-1"', '*', 'application/json; charset=utf-8'],
  );
  const preflight = await door.send({
    method: 'OPTIONS',
    url: '/api/v1/availability',
    headers: { authorization: null, origin: 'https://other.example', 'access-control-request-method': 'GET' },
  });
  assert.deepEqual(
    [preflight.status, preflight.headers['access-control-allow-origin'], preflight.headers['access-control-allow-methods']],
    [204, '*', 'GET'],
  );
});

test('who has it already gets 304', async () => {
  for (const tag of ['"tag-1"', 'W/"tag-1"', '"other", "tag-1"', '*']) {
    const { status, text: body, headers } = await ask({ 'if-none-match': tag });
    assert.deepEqual([status, body, headers['etag']], [304, '', '"tag-1"'], tag);
  }
  assert.equal((await ask({ 'if-none-match': '"tag-2"' })).status, 200);
});

test('a refusal is open to any page too', async () => {
  assert.equal((await ask({}, '/api/v1/once')).status, 200);
  const refused = await ask({}, '/api/v1/once');
  assert.deepEqual([refused.status, refused.headers['access-control-allow-origin']], [429, '*']);
});

test('stock is the same view, for callers with a key', async () => {
  assert.equal((await ask({}, '/api/v1/stock')).status, 401);
  const { status, text: body, headers } = await door.send({ url: '/api/v1/stock' });
  assert.deepEqual([status, body, headers['access-control-allow-origin']], [200, '{"data":{"models":[]}}', undefined]);
});

test('HEAD is told what GET would be, without the bytes, and counts like it', async () => {
  const asks = [
    { url: '/api/v1/availability', headers: { authorization: null } },
    { url: '/api/v1/stock' },
    { url: '/healthz', headers: { authorization: null } },
    { url: '/readyz', headers: { authorization: null } },
  ];
  const told = (headers: Readonly<Record<string, unknown>>) =>
    ['content-type', 'content-length', 'etag', 'cache-control'].map((name) => headers[name]?.toString());
  for (const one of asks) {
    const [full, head] = [await door.send(one), await door.send({ ...one, method: 'HEAD' })];
    assert.deepEqual([head.status, head.text, told(head.headers)], [200, '', told(full.headers)], one.url);
    assert.notEqual(head.headers['content-length'], undefined, one.url);
  }
  assert.equal((await door.send({ url: '/api/v1/stock', method: 'HEAD', headers: { authorization: null } })).status, 401);
  const { text: readOnly } = await door.makeKey({ access: 'read_only' });
  const reader = { authorization: `Bearer ${readOnly}` };
  assert.equal((await door.send({ url: '/api/v1/stock', method: 'HEAD', headers: reader })).status, 200, 'it only reads');
  const known = { authorization: null, 'if-none-match': '"tag-1"' };
  assert.equal((await door.send({ url: '/api/v1/availability', method: 'HEAD', headers: known })).status, 304);

  const once = { url: '/api/v1/once', headers: { authorization: null } };
  assert.equal((await door.send({ ...once, method: 'HEAD' })).status, 200);
  assert.equal((await door.send(once)).status, 429, 'both are one operation');
});
