import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { z } from 'zod';
import { addMs, MINUTE_MS } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import { endpoints, items } from './testing-endpoints.ts';
import { openTestDoor, SITE_URL, type TestDoor } from './testing.ts';

let door: TestDoor;
const logged: string[] = [];
before(async () => {
  const log = createLog('silent');
  door = await openTestDoor({
    endpoints,
    trustedProxies: ['10.0.0.0/8'],
    log: {
      ...log,
      warn: log.warn.bind(log),
      info: log.info.bind(log),
      debug: log.debug.bind(log),
      error: (about: unknown) => void logged.push(String(about)),
    },
  });
});
after(() => door.close());
beforeEach(() => {
  door.time.wall = addMs(door.time.wall, MINUTE_MS);
});

describe('what a request may carry', () => {
  const post = (body: { text?: string | Buffer; json?: unknown; headers?: Record<string, string | null> }) =>
    door.send({ method: 'POST', url: '/api/servers', ...body });

  test('a body that is missing, malformed, no object, of another type, poisoned or too large is 400 INVALID_REQUEST', async () => {
    const bodies = [
      {},
      { text: '' },
      { text: '{' },
      { text: 'null' },
      { text: '[]' },
      { text: '"x"' },
      { text: '{"title":"a"}', headers: { 'content-type': 'text/plain' } },
      { text: '{"title":"a"}', headers: { 'content-type': null } },
      { text: '{"title":"a"}', headers: { 'content-type': 'nonsense' } },
      { text: '{"title":"a","__proto__":{"x":1}}' },
      { text: '{"title":"a","\\u005f_proto__":1}' },
      { text: '{"title":"a\\u0000"}' },
      { json: { title: 'x'.repeat(70_000) } },
      { json: {} },
      { json: { title: 1 } },
      { json: { title: 'abcdef' } },
      { json: { title: 'a', more: 1 } },
      { json: { title: 'a', tags: [{ n: 'x' }] } },
    ];
    for (const body of bodies) {
      const { status, json, headers } = await post(body);
      assert.equal(status, 400, JSON.stringify(body).slice(0, 100));
      assert.partialDeepStrictEqual(json, { error: 'INVALID_REQUEST' });
      assert.ok(
        z.object({ message: z.string(), issues: z.array(z.object({ path: z.string(), message: z.string() })).min(1) }).safeParse(json)
          .success,
      );
      assert.equal(typeof headers['x-request-id'], 'string');
    }
    assert.equal((await post({ text: '{"title":"a"}', headers: { 'content-type': 'application/json; charset=utf-8' } })).status, 201);
    assert.equal((await post({ json: { title: '_pro_' } })).status, 201);
  });

  test('a body that is compressed, or no UTF-8, is refused and told why, in both languages; a byte order mark does no harm', async () => {
    const told = async (text: Buffer, headers: Record<string, string>) => {
      const { status, json } = await post({ text, headers });
      return [status, z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }).parse(json).issues];
    };
    const note = Buffer.from('{"title":"a"}');
    const french = { 'accept-language': 'fr' };
    for (const encoding of ['gzip', 'br', 'deflate, gzip']) {
      const path = 'Content-Encoding';
      assert.deepEqual(await told(note, { 'content-encoding': encoding }), [
        400,
        [{ path, message: 'The body must be sent as it is, not compressed.' }],
      ]);
      assert.deepEqual(await told(note, { ...french, 'content-encoding': encoding }), [
        400,
        [{ path, message: 'Le corps doit être envoyé tel quel, sans compression.' }],
      ]);
    }
    const latin1 = Buffer.from('{"title":"é"}', 'latin1');
    const type = 'application/json; charset=iso-8859-1';
    assert.deepEqual(await told(latin1, { 'content-type': type }), [400, [{ path: '', message: 'The body is not valid UTF-8.' }]]);
    assert.deepEqual(await told(latin1, french), [400, [{ path: '', message: 'Le corps n’est pas de l’UTF-8 valide.' }]]);
    assert.equal((await post({ text: note, headers: { 'content-encoding': 'identity' } })).status, 201);
    assert.equal((await post({ text: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), note]) })).status, 201);
  });

  test('what takes no body takes an empty one, and does nothing for any other', async () => {
    const remove = (body: { text?: string; json?: unknown; headers?: Record<string, string | null> }) =>
      door.send({ method: 'DELETE', url: '/api/v1/things?id=a', ...body });
    for (const body of [{}, { text: '' }, { text: ' \n' }, { json: {} }, { text: '', headers: { 'content-type': 'text/plain' } }])
      assert.equal((await remove(body)).status, 200, JSON.stringify(body));
    for (const body of [{ text: '{' }, { json: [] }, { text: '{}', headers: { 'content-type': 'text/plain' } }])
      assert.equal((await remove(body)).status, 400, JSON.stringify(body));
    const refused = await remove({ json: { dryRun: true } });
    assert.equal(refused.status, 400);
    assert.partialDeepStrictEqual(refused.json, { error: 'INVALID_REQUEST', issues: [{ path: 'dryRun' }] });
  });

  test('where no door is, a body that cannot be read is refused in the same words', async () => {
    const bodies = [
      { text: '{' },
      { text: '' },
      { text: '{"__proto__":1}' },
      { text: 'x', headers: { 'content-type': 'nonsense' } },
      { json: { a: 'x'.repeat(2_000_000) } },
    ];
    for (const body of bodies) {
      const { status, json } = await door.send({ method: 'POST', url: '/nothing', ...body });
      assert.equal(status, 400, JSON.stringify(body).slice(0, 60));
      assert.partialDeepStrictEqual(json, { error: 'INVALID_REQUEST' });
    }
  });

  test('issues name the field and speak the language asked for', async () => {
    const json = { title: 5, tags: [{ n: 'x' }], extra: 1 };
    const english = await post({ json });
    const french = await post({ json, headers: { 'accept-language': 'fr-CA' } });
    const issuesOf = (value: unknown) =>
      z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }).parse(value).issues;
    assert.deepEqual(
      issuesOf(english.json)
        .map((issue) => issue.path)
        .toSorted(),
      ['extra', 'tags.0.n', 'title'],
    );
    assert.match(JSON.stringify(english.json), /This must be text\./);
    assert.match(JSON.stringify(french.json), /Ceci doit être du texte\./);
    assert.deepEqual(
      [english.headers['content-language'], french.headers['content-language'], french.headers['vary']],
      ['en', 'fr', 'Accept-Language'],
    );
  });

  test('a query is checked, and what it has beyond that is ignored', async () => {
    assert.equal((await door.send({ url: '/api/v1/things?limit=2&more=x' })).status, 200);
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'limit=1.5', 'limit=1&limit=2', 'cursor=', 'cursor=%00']) {
      const { status, json } = await door.send({ url: `/api/v1/things?${query}` });
      assert.equal(status, 400, query);
      assert.partialDeepStrictEqual(json, { error: 'INVALID_REQUEST' });
    }
    const twice = async (language: string) =>
      (await door.send({ url: '/api/v1/things?limit=1&limit=1', headers: { 'accept-language': language } })).json;
    assert.partialDeepStrictEqual(await twice('en'), { issues: [{ path: 'limit', message: 'This parameter must be given once only.' }] });
    assert.partialDeepStrictEqual(await twice('fr'), {
      issues: [{ path: 'limit', message: 'Ce paramètre ne peut être donné qu’une fois.' }],
    });
    assert.equal((await door.send({ url: '/api/v1/things?more=x&more=y' })).status, 200);
    assert.partialDeepStrictEqual((await door.send({ method: 'DELETE', url: '/api/v1/things' })).json, {
      error: 'INVALID_REQUEST',
      issues: [{ path: 'id' }],
    });
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
    assert.partialDeepStrictEqual(await act('state'), {
      error: 'INVALID_STATE',
      currentStatus: 'STOPPED',
      allowedActions: ['start', 'hibernate'],
    });
    assert.partialDeepStrictEqual(await act('money'), {
      error: 'INSUFFICIENT_CREDITS',
      requiredCredits: 4,
      currentBalance: 1.2,
      accountAction: {
        code: 'PAYMENT_REQUIRED',
        minimumCad: 4,
        minimumTopupCad: 25,
        action: { url: `${SITE_URL}/console/billing/add-credits` },
      },
    });
    assert.partialDeepStrictEqual(await act('cap'), {
      error: 'BUDGET_CAP_REACHED',
      accountAction: { code: 'BUDGET_CAP_REACHED', minimumCad: 3.99, minimumTopupCad: 25 },
    });
    assert.partialDeepStrictEqual(await act('stock'), {
      error: 'PLAN_NOT_AVAILABLE',
      message: 'GPU not currently available in this region',
      alternatives: ['b'],
    });
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
    const idFrom = async (ip: string, id: string) =>
      (await door.send({ url: '/api/v1/things', ip, headers: { 'x-request-id': id } })).headers['x-request-id'];
    assert.equal(await idFrom('10.0.0.1', 'edge-1.2_3'), 'edge-1.2_3');
    assert.notEqual(await idFrom('203.0.113.1', 'edge-1'), 'edge-1');
    assert.notEqual(await idFrom('10.0.0.1', 'x'.repeat(65)), 'x'.repeat(65));
    assert.notEqual(await idFrom('10.0.0.1', 'a b'), 'a b');
    const ids = await Promise.all(
      ['/api/none', '/api/v1/things', '/healthz', '/%zz'].map(async (url) => (await door.send({ url })).headers['x-request-id']),
    );
    assert.equal(new Set(ids.map(String)).size, 4);
    assert.ok(ids.every((id) => typeof id === 'string'));
  });

  test('an unknown path or method is 404 JSON in the reader’s language', async () => {
    const asks = [
      { url: '/api/nothing' },
      { url: '/api/v1/things/' },
      { method: 'PUT', url: '/api/servers' },
      { method: 'PATCH', url: '/api/servers/srv_mine' },
      { method: 'HEAD', url: '/api/v1/whoami' },
      { method: 'OPTIONS', url: '/api/servers' },
    ] as const;
    for (const ask of asks) {
      const { status, json } = await door.send({ ...ask, headers: { authorization: null, 'accept-language': 'fr' } });
      assert.equal(status, 404, ask.url);
      if (!('method' in ask && ask.method === 'HEAD'))
        assert.partialDeepStrictEqual(json, {
          error: 'NOT_FOUND',
          message: 'Il n’y a rien à cette adresse. Vérifiez le chemin et la méthode.',
        });
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
    for (const bytes of [
      'nonsense\r\n\r\n',
      `GET /api/v1/things HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
      'GET /api/%zz HTTP/1.1\r\nConnection: close\r\n\r\n',
      'POST /api/servers HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
    ]) {
      const answer = await exchange(bytes);
      assert.match(answer, /^HTTP\/1\.1 400 /, bytes.slice(0, 40));
      assert.match(answer, /"error":"INVALID_REQUEST","message":".*"issues":\[/);
      assert.match(answer, /x-request-id: req_/i);
    }
  });

  test('health needs nobody’s key', async () => {
    for (const url of ['/healthz', '/readyz'])
      assert.deepEqual((await door.send({ url, headers: { authorization: null } })).json, { status: 'ok' });
  });
});
