import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { AccountAction } from '@boreal/contract/errors.ts';
import { ServerSummary } from '@boreal/contract/servers.ts';
import { z } from 'zod';
import { revokeKey } from '../core/keys/revoke-key.ts';
import { createCtx } from '../core/ctx.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../kit/clock.ts';
import { AppError, notFound } from '../kit/errors.ts';
import { createLog } from '../kit/log.ts';
import { catalogRoutes } from './catalog.routes.ts';
import { document, endpoint, list } from './define-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { ServerPath } from './own-server.ts';
import { PageQuery } from './pages.ts';
import { openTestDoor, SITE_URL, type TestDoor } from './testing.ts';

const row = { group: 'Servers', limit: 1000 } as const;
const owns = async (_ctx: unknown, id: string) => {
  if (id !== 'srv_mine') throw notFound('server');
};
const Note = z.strictObject({ title: z.string().max(5), tags: z.array(z.object({ n: z.int() })).optional() });
const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, secret: 'inner' }));

/** Endpoints that try the door, each of one kind. */
const endpoints: readonly Endpoint[] = [
  ...catalogRoutes.filter((one) => one.path === '/v1/availability' || one.path === '/v1/stock'),
  list('/v1/things', { ...row, name: 'things', summary: '', takes: { query: PageQuery }, of: z.object({ id: z.string() }) }, async () => items),
  endpoint('GET', '/v1/whoami', { ...row, limit: 3, name: 'whoami', summary: '', takes: {}, data: z.object({ account: z.string(), actor: z.string() }) }, async (ctx) => ({
    account: ctx.accountId, actor: `${ctx.actor.type} ${ctx.actor.name} ${ctx.requestId !== null}`,
  })),
  endpoint('POST', '/servers', { ...row, name: 'post', summary: '', takes: { body: Note }, status: 201, data: z.object({ title: z.string() }) }, async (_ctx, { body }) => body),
  endpoint('GET', '/servers/:id', { ...row, name: 'get', summary: '', takes: { params: ServerPath, query: z.object({ n: z.coerce.number().optional() }) }, owns, data: z.string() }, async (_ctx, r) => r.params.id),
  endpoint('POST', '/servers/:id/actions', { ...row, name: 'act', summary: '', takes: { params: ServerPath, body: Note }, owns, data: z.string() }, async (ctx, r) => {
    await owns(ctx, r.params.id);
    throw failures[r.body.title] ?? new Error('no such failure');
  }),
  endpoint('GET', '/v1/broken', { ...row, name: 'broken', summary: '', takes: {}, data: z.string() }, async () => { throw new Error('inner secret words'); }),
  endpoint('GET', '/v1/misshapen', { ...row, name: 'misshapen', summary: '', takes: {}, data: ServerSummary }, async () => JSON.parse('{"id":1}')),
  endpoint('DELETE', '/v1/things', { ...row, name: 'deleteThing', summary: '', takes: { query: z.object({ id: z.string() }) }, data: z.string() }, async (_ctx, r) => r.query.id),
  document('/v1/once', { ...row, limit: 1, name: 'once', summary: '', auth: 'none', source: 'availability', cacheControl: 'no-store', crossOrigin: true, answer: z.unknown() }),
];
const failures: Record<string, AppError> = {
  state: new AppError('INVALID_STATE', { action: 'stop', currentStatus: 'STOPPED', allowedActions: ['start', 'hibernate'] }),
  money: new AppError('INSUFFICIENT_CREDITS', { requiredMicros: 3_990_001n, balanceMicros: 1_209_999n }),
  cap: new AppError('BUDGET_CAP_REACHED', { cap: 'account month', requiredMicros: 3_990_000n }),
  stock: new AppError('PLAN_NOT_AVAILABLE', { productId: 'a', alternatives: ['b'] }),
};

let door: TestDoor;
const logged: string[] = [];
before(async () => {
  const log = createLog('silent');
  door = await openTestDoor({ endpoints, trustedProxies: ['10.0.0.0/8'], log: { ...log, warn: log.warn.bind(log), info: log.info.bind(log), debug: log.debug.bind(log), child: log.child.bind(log), error: (about: unknown) => void logged.push(String(about)) } });
});
after(() => door.close());
beforeEach(() => {
  door.time.wall = addMs(door.time.wall, MINUTE_MS);
});

describe('who may come in', () => {
  test('a key names its account, in any case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await door.send({ url: '/api/v1/whoami', headers: { authorization: `${scheme} ${door.key}` } });
      assert.deepEqual([answer.status, answer.json], [200, { data: { account: 'acc_1', actor: 'api_key test true' } }]);
    }
  });

  test('no key is 401 NO_API_KEY with what to do about it', async () => {
    const { status, headers, json } = await door.send({ url: '/api/v1/whoami', headers: { authorization: null } });
    assert.equal(status, 401);
    assert.equal(headers['www-authenticate'], 'Bearer');
    assert.partialDeepStrictEqual(json, { error: 'Unauthorized', accountAction: { code: 'NO_API_KEY', links: { apiKeys: `${SITE_URL}/console/api-keys` } } });
    z.object({ accountAction: AccountAction }).parse(json);
  });

  test('a key that is malformed, unknown, of MCP, revoked or expired is 401 INVALID_API_KEY, all alike', async () => {
    const mcp = await door.makeKey({ kind: 'mcp' });
    const revoked = await door.makeKey({});
    await revokeKey(createCtx({ db: door.db, clock: { now: () => door.time.now, wall: () => door.time.wall, scale: 1 }, log: createLog('silent') }), { accountId: 'acc_1', keyId: revoked.id });
    const expiring = await door.makeKey({});
    const texts = [`Bearer ${mcp.text}`, `Bearer ${revoked.text}`, `Bearer gpu_${'x'.repeat(40)}`, 'Bearer gpu_short', 'Bearer', `Basic ${door.key}`, door.key];
    const bodies = [];
    for (const authorization of texts) {
      door.time.wall = addMs(door.time.wall, MINUTE_MS);
      const { status, json } = await door.send({ url: '/api/v1/whoami', headers: { authorization } });
      assert.equal(status, 401, authorization);
      bodies.push(JSON.stringify(json));
    }
    const created = door.time.now;
    door.time.wall = addMs(door.time.wall, MINUTE_MS);
    door.time.now = addMs(created, 90 * DAY_MS - 1);
    assert.equal((await door.send({ url: '/api/v1/whoami', headers: { authorization: `Bearer ${expiring.text}` } })).status, 200);
    door.time.now = addMs(created, 90 * DAY_MS);
    const expired = await door.send({ url: '/api/v1/whoami', headers: { authorization: `Bearer ${expiring.text}` } });
    door.time.now = created;
    assert.equal(expired.status, 401);
    bodies.push(JSON.stringify(expired.json));
    assert.equal(new Set(bodies).size, 1);
    assert.match(bodies[0] ?? '', /INVALID_API_KEY/);
  });

  test('a read-only key reads, and on a write it is 401 before the Origin is looked at', async () => {
    const { text: readOnly } = await door.makeKey({ access: 'read_only' });
    const authorization = `Bearer ${readOnly}`;
    assert.equal((await door.send({ url: '/api/v1/whoami', headers: { authorization } })).status, 200);
    const write = await door.send({ method: 'POST', url: '/api/servers', json: {}, headers: { authorization, origin: null } });
    assert.equal(write.status, 401);
    assert.partialDeepStrictEqual(write.json, { accountAction: { code: 'INVALID_API_KEY' } });
  });

  test('a write needs the exact Origin, and the refusal says which; a read needs none', async () => {
    for (const origin of [null, 'http://localhost', `${SITE_URL}/`, 'HTTP://LOCALHOST:8080', 'null']) {
      const { status, json } = await door.send({ method: 'POST', url: '/api/servers', json: { title: 'a' }, headers: { origin } });
      assert.equal(status, 403, String(origin));
      assert.partialDeepStrictEqual(json, { error: 'FORBIDDEN_ORIGIN' });
      assert.ok(JSON.stringify(json).includes(`Origin: ${SITE_URL}`));
    }
    assert.equal((await door.send({ url: '/api/v1/whoami', headers: { origin: 'https://other.example' } })).status, 200);
  });

  test('more than 100 refused keys a minute from one network are 429; a working key from there still works', async () => {
    const door2 = await openTestDoor({ endpoints, factor: 1 });
    const guess = (ip: string) => door2.send({ url: '/api/v1/things', headers: { authorization: `Bearer gpu_${'g'.repeat(40)}` }, ip });
    for (let i = 0; i < 100; i += 1) assert.equal((await guess(`2001:db8:0:1::${i.toString(16)}`)).status, 401);
    const refused = await guess('2001:db8:0:1:ffff::1');
    assert.deepEqual([refused.status, refused.headers['retry-after'], refused.headers['ratelimit-limit']], [429, '50', '100']);
    assert.equal((await door2.send({ url: '/api/v1/things', ip: '2001:db8:0:1::1' })).status, 200);
    assert.equal((await guess('2001:db8:0:2::1')).status, 401);
    assert.equal((await door2.send({ url: '/api/v1/things', headers: { authorization: null }, ip: '2001:db8:0:1::1' })).status, 401);
    await door2.close();
  });
});

describe('limits', () => {
  test('the request after the last one is 429 until the next clock minute, per operation and per address', async () => {
    const ask = (ip: string, url = '/api/v1/whoami') => door.send({ url, ip });
    for (const remaining of ['2', '1', '0']) {
      const { status, headers } = await ask('203.0.113.1');
      assert.deepEqual([status, headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['ratelimit-reset'], headers['ratelimit-policy']], [200, '3', remaining, '50', '3;w=60']);
    }
    const refused = await ask('203.0.113.1');
    assert.deepEqual([refused.status, refused.headers['retry-after'], refused.headers['ratelimit-remaining']], [429, '50', '0']);
    assert.partialDeepStrictEqual(refused.json, { error: 'Too many requests' });
    assert.equal((await ask('203.0.113.2')).status, 200);
    assert.equal((await ask('203.0.113.1', '/api/v1/things')).status, 200);
    door.time.wall = new Date(Math.ceil(door.time.wall.getTime() / MINUTE_MS) * MINUTE_MS);
    assert.equal((await ask('203.0.113.1')).status, 200);
    door.time.wall = addMs(door.time.wall, 10_000);
  });

  test('429 comes before 401, and a 401 is counted and tells the limit', async () => {
    const ask = () => door.send({ url: '/api/v1/whoami', headers: { authorization: null } });
    const answers = [await ask(), await ask(), await ask(), await ask()];
    assert.deepEqual(answers.map((answer) => answer.status), [401, 401, 401, 429]);
    assert.equal(answers[0]?.headers['ratelimit-remaining'], '2');
  });

  test('X-Forwarded-For counts from a named proxy only', async () => {
    const statusesFrom = async (ip: string) => {
      const statuses = [];
      for (let i = 1; i <= 4; i += 1) statuses.push((await door.send({ url: '/api/v1/whoami', ip, headers: { 'x-forwarded-for': `198.51.100.${i}` } })).status);
      return statuses;
    };
    assert.deepEqual(await statusesFrom('10.0.0.1'), [200, 200, 200, 200]);
    assert.deepEqual(await statusesFrom('203.0.113.77'), [200, 200, 200, 429]);
  });
});

describe('what a request may carry', () => {
  const post = (body: { text?: string; json?: unknown; headers?: Record<string, string | null> }) => door.send({ method: 'POST', url: '/api/servers', ...body });

  test('a body that is missing, malformed, no object, of another type, poisoned or too large is 400 INVALID_REQUEST', async () => {
    const bodies = [
      {}, { text: '' }, { text: '{' }, { text: 'null' }, { text: '[]' }, { text: '"x"' }, { text: '{"title":"a"}', headers: { 'content-type': 'text/plain' } },
      { text: '{"title":"a"}', headers: { 'content-type': null } }, { text: '{"title":"a"}', headers: { 'content-type': 'nonsense' } },
      { text: '{"title":"a","__proto__":{"x":1}}' }, { text: '{"title":"a","\\u005f_proto__":1}' }, { text: '{"title":"a\\u0000"}' },
      { json: { title: 'x'.repeat(70_000) } }, { json: {} }, { json: { title: 1 } }, { json: { title: 'abcdef' } }, { json: { title: 'a', more: 1 } }, { json: { title: 'a', tags: [{ n: 'x' }] } },
    ];
    for (const body of bodies) {
      const { status, json, headers } = await post(body);
      assert.equal(status, 400, JSON.stringify(body).slice(0, 100));
      assert.partialDeepStrictEqual(json, { error: 'INVALID_REQUEST' });
      assert.ok(z.object({ message: z.string(), issues: z.array(z.object({ path: z.string(), message: z.string() })).min(1) }).safeParse(json).success);
      assert.equal(typeof headers['x-request-id'], 'string');
    }
    assert.equal((await post({ text: '{"title":"a"}', headers: { 'content-type': 'application/json; charset=utf-8' } })).status, 201);
    assert.equal((await post({ json: { title: '_pro_' } })).status, 201);
  });

  test('issues name the field and speak the language asked for', async () => {
    const json = { title: 5, tags: [{ n: 'x' }], extra: 1 };
    const english = await post({ json });
    const french = await post({ json, headers: { 'accept-language': 'fr-CA' } });
    const issuesOf = (value: unknown) => z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }).parse(value).issues;
    assert.deepEqual(issuesOf(english.json).map((issue) => issue.path).toSorted(), ['extra', 'tags.0.n', 'title']);
    assert.match(JSON.stringify(english.json), /Invalid input: expected string/);
    assert.match(JSON.stringify(french.json), /Entrée invalide/);
    assert.deepEqual([english.headers['content-language'], french.headers['content-language'], french.headers['vary']], ['en', 'fr', 'Accept-Language']);
  });

  test('a query is checked, and what it has beyond that is ignored', async () => {
    assert.equal((await door.send({ url: '/api/v1/things?limit=2&more=x' })).status, 200);
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'limit=1.5', 'limit=1&limit=2', 'cursor=', 'cursor=%00']) {
      const { status, json } = await door.send({ url: `/api/v1/things?${query}` });
      assert.equal(status, 400, query);
      assert.partialDeepStrictEqual(json, { error: 'INVALID_REQUEST' });
    }
    assert.partialDeepStrictEqual((await door.send({ method: 'DELETE', url: '/api/v1/things' })).json, { error: 'INVALID_REQUEST', issues: [{ path: 'id' }] });
  });
});

describe('the order of refusals', () => {
  test('401, then 403, then 404, then 400, then what the operation says', async () => {
    const steps = [
      { id: 'srv_other', headers: { authorization: null, origin: null }, text: '{', status: 401 },
      { id: 'srv_other', headers: { origin: null }, text: '{', status: 403 },
      { id: 'srv_other', headers: {}, text: '{', status: 404 },
      { id: 'srv_other', headers: { 'idempotency-key': 'é' }, text: '{"title":"state"}', status: 404 },
      { id: 'srv_other', headers: {}, text: `{"title":"${'x'.repeat(70_000)}"}`, status: 404 },
      { id: 'srv%20other%00', headers: {}, text: '{', status: 404 },
      { id: 'srv_other', headers: {}, text: '{"title":"state"}', status: 404 },
      { id: 'srv_mine', headers: {}, text: '{', status: 400 },
      { id: 'srv_mine', headers: { 'idempotency-key': 'é' }, text: '{"title":"state"}', status: 400 },
      { id: 'srv_mine', headers: {}, text: '{"title":"stock"}', status: 409 },
    ];
    for (const { id, headers, text: body, status } of steps) {
      const answer = await door.send({ method: 'POST', url: `/api/servers/${id}/actions`, headers, text: body });
      assert.equal(answer.status, status, `${id} ${JSON.stringify(headers)} ${body.slice(0, 40)}`);
    }
    assert.equal((await door.send({ url: '/api/servers/srv_other?n=x' })).status, 404);
    assert.equal((await door.send({ url: '/api/servers/srv_mine?n=x' })).status, 400);
    assert.equal((await door.send({ url: `/api/servers/${'x'.repeat(3000)}` })).status, 404);
  });

  test('a refusal of the operation is told in full, amounts in CAD', async () => {
    const act = async (title: string) => (await door.send({ method: 'POST', url: '/api/servers/srv_mine/actions', json: { title } })).json;
    assert.partialDeepStrictEqual(await act('state'), { error: 'INVALID_STATE', currentStatus: 'STOPPED', allowedActions: ['start', 'hibernate'] });
    assert.partialDeepStrictEqual(await act('money'), {
      error: 'INSUFFICIENT_CREDITS', requiredCredits: 4, currentBalance: 1.2,
      accountAction: { code: 'PAYMENT_REQUIRED', minimumCad: 4, minimumTopupCad: 25, action: { url: `${SITE_URL}/console/billing/add-credits` } },
    });
    assert.partialDeepStrictEqual(await act('cap'), { error: 'BUDGET_CAP_REACHED', accountAction: { code: 'BUDGET_CAP_REACHED', minimumCad: 3.99, minimumTopupCad: 25 } });
    assert.partialDeepStrictEqual(await act('stock'), { error: 'PLAN_NOT_AVAILABLE', message: 'GPU not currently available in this region', alternatives: ['b'] });
  });

  test('a bug is 500 with the request id and not one inner word; it is logged', async () => {
    for (const path of ['/api/v1/broken', '/api/v1/misshapen']) {
      const before = logged.length;
      const { status, json, text: body, headers } = await door.send({ url: path });
      assert.equal(status, 500);
      assert.partialDeepStrictEqual(json, { error: 'INTERNAL_ERROR', requestId: headers['x-request-id'] });
      assert.ok(!/inner|secret|zod|schema/i.test(body));
      assert.equal(logged.length, before + 1);
    }
  });
});

describe('answers', () => {
  test('only what the schema names leaves the house', async () => {
    const { text: body } = await door.send({ url: '/api/v1/things' });
    assert.equal(body, JSON.stringify({ data: items.map(({ id }) => ({ id })) }));
  });

  test('pages cover the list once; meta comes with limit or cursor only', async () => {
    const Body = z.object({ data: z.array(z.object({ id: z.string() })), meta: z.object({ nextCursor: z.string().nullable() }) });
    const seen = [];
    let query = 'limit=2';
    for (let pages = 0; pages < 5; pages += 1) {
      const { data, meta } = Body.parse((await door.send({ url: `/api/v1/things?${query}` })).json);
      seen.push(...data.map((item) => item.id));
      if (meta.nextCursor === null) break;
      query = `limit=2&cursor=${meta.nextCursor}`;
    }
    assert.deepEqual(seen, ['a', 'b', 'c', 'd', 'e']);
    assert.equal((await door.send({ url: '/api/v1/things?cursor=eno' })).status, 400);
  });

  test('every answer names its request; only a trusted proxy may choose the name', async () => {
    const idFrom = async (ip: string, id: string) => (await door.send({ url: '/api/v1/things', ip, headers: { 'x-request-id': id } })).headers['x-request-id'];
    assert.equal(await idFrom('10.0.0.1', 'edge-1.2_3'), 'edge-1.2_3');
    assert.notEqual(await idFrom('203.0.113.1', 'edge-1'), 'edge-1');
    assert.notEqual(await idFrom('10.0.0.1', 'x'.repeat(65)), 'x'.repeat(65));
    assert.notEqual(await idFrom('10.0.0.1', 'a b'), 'a b');
    const ids = await Promise.all(['/api/none', '/api/v1/things', '/healthz', '/%zz'].map(async (url) => (await door.send({ url })).headers['x-request-id']));
    assert.equal(new Set(ids.map(String)).size, 4);
    assert.ok(ids.every((id) => typeof id === 'string'));
  });

  test('an unknown path or method is 404 JSON in the reader’s language', async () => {
    const asks = [{ url: '/api/nothing' }, { url: '/api/v1/things/' }, { method: 'PUT', url: '/api/servers' }, { method: 'PATCH', url: '/api/servers/srv_mine' }, { method: 'HEAD', url: '/api/v1/whoami' }, { method: 'OPTIONS', url: '/api/servers' }] as const;
    for (const ask of asks) {
      const { status, json } = await door.send({ ...ask, headers: { authorization: null, 'accept-language': 'fr' } });
      assert.equal(status, 404, ask.url);
      if (!('method' in ask && ask.method === 'HEAD')) assert.partialDeepStrictEqual(json, { error: 'NOT_FOUND', message: "Il n'y a rien à cette adresse. Vérifiez le chemin et la méthode." });
    }
  });

  test('what is no HTTP, or no URL, is 400 in the same shape', async () => {
    await door.app.listen({ port: 0, host: '127.0.0.1' });
    const address = door.app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const exchange = async (bytes: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.end(bytes);
      return text(socket);
    };
    for (const bytes of ['nonsense\r\n\r\n', `GET /api/v1/things HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 'GET /api/%zz HTTP/1.1\r\nConnection: close\r\n\r\n', 'POST /api/servers HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n']) {
      const answer = await exchange(bytes);
      assert.match(answer, /^HTTP\/1\.1 400 /, bytes.slice(0, 40));
      assert.match(answer, /"error":"INVALID_REQUEST","message":".*"issues":\[/);
      assert.match(answer, /x-request-id: req_/i);
    }
  });

  test('health needs nobody’s key', async () => {
    for (const url of ['/healthz', '/readyz']) assert.deepEqual((await door.send({ url, headers: { authorization: null } })).json, { status: 'ok' });
  });
});

describe('availability', () => {
  const ask = (headers: Record<string, string | null> = {}, url = '/api/v1/availability') => door.send({ url, headers: { authorization: null, ...headers } });

  test('anyone, from any page, gets the bytes that are ready', async () => {
    const { status, headers, text: body } = await ask();
    assert.deepEqual([status, body], [200, '{"data":{"models":[]}}']);
    assert.deepEqual([headers['cache-control'], headers['etag'], headers['access-control-allow-origin'], headers['content-type']], ['public, max-age=60', '"tag-1"', '*', 'application/json; charset=utf-8']);
    const preflight = await door.send({ method: 'OPTIONS', url: '/api/v1/availability', headers: { authorization: null, origin: 'https://other.example', 'access-control-request-method': 'GET' } });
    assert.deepEqual([preflight.status, preflight.headers['access-control-allow-origin'], preflight.headers['access-control-allow-methods']], [204, '*', 'GET']);
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
});
