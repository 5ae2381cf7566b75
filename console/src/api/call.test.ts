import { endpointRows } from '@boreal/contract/api/endpoint.ts';
import { PageQuery } from '@boreal/contract/api/pages.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { call, callPage } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

interface Asked {
  readonly address: string;
  readonly method: string | undefined;
  readonly body: unknown;
  readonly headers: Headers;
}

function serve(...answers: Response[]): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push({ address, method: init.method, body: init.body, headers: new Headers(init.headers) });
    const answer = answers.shift();
    if (!answer) throw new Error('nothing more was to be asked');
    return answer;
  });
  return asked;
}
const one = (n: number, etag: string) => new Response(JSON.stringify({ data: { n } }), { headers: { etag } });
const N = z.object({ n: z.number() });
const facts = { group: 'Console', limit: 1 } as const;
const person = endpointRows({ ...facts, scope: 'person', needs: null });
const account = endpointRows({ ...facts, scope: 'account', needs: 'servers.write' });
const operator = endpointRows({ ...facts, scope: 'operator', needs: 'catalog.read' });
const at = (path: `/${string}`) => person.get(path, '', { takes: {}, data: N });

test('what has not changed is read from memory, which no browser keeps', async () => {
  const asked = serve(one(1, '"a"'), new Response(null, { status: 304 }), one(2, '"b"'), new Response(null, { status: 304 }));
  for (const n of [1, 1, 2, 2]) expect(await call(at('/states'))).toEqual({ n });
  expect(asked.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"a"', '"a"', '"b"']);
});

test('a write, and an address with no tag, is asked for as it is', async () => {
  const asked = serve(one(1, '"a"'), one(2, '"b"'), Response.json({ data: { n: 3 } }), Response.json({ data: { n: 4 } }));
  await call(at('/written'));
  await call(person.post('/written', '', { takes: {}, data: N }));
  await call(at('/plain'));
  await call(at('/plain'));
  expect(asked.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, null, null, null]);
});

test('a row is asked for where its scope is, with what its path names, its query and its body', async () => {
  const params = z.object({ id: z.string() });
  const query = z.object({ by: z.enum(['day', 'month']).default('day'), days: z.coerce.number().optional() });
  const body = z.strictObject({ n: z.number() });
  const asked = serve(...[1, 2].map((n) => Response.json({ data: { n } })));
  const act = account.post('/servers/:id', '', { takes: { params, query, body }, data: N });
  await call(act, { params: { accountId: 'acc 1', id: 'srv_1' }, query: { days: 7 }, body: { n: 3 }, idempotencyKey: 'once' });
  const remove = operator.delete('/hosts/:id', '', { takes: { params }, data: N });
  await call(remove, { params: { id: 'h/1' } });
  expect(asked.map(({ method, address, body: sent }) => `${method} ${address} ${sent}`)).toEqual([
    'POST /api/console/accounts/acc%201/servers/srv_1?days=7 {"n":3}',
    'DELETE /api/console/operator/hosts/h%2F1 undefined',
  ]);
  expect(asked[0]?.headers.get('idempotency-key')).toBe('once');
});

test('a list is asked for page by page', async () => {
  const things = operator.list('/things', '', { takes: { query: PageQuery.extend({ status: z.string().optional() }) }, of: N });
  const asked = serve(
    Response.json({ data: [{ n: 1 }], meta: { nextCursor: 'next' } }),
    Response.json({ data: [], meta: { nextCursor: null } }),
  );
  expect(await callPage(things, { query: { status: 'open' } })).toEqual({ items: [{ n: 1 }], nextCursor: 'next' });
  expect(await callPage(things, { cursor: 'next', limit: 20 })).toEqual({ items: [], nextCursor: null });
  expect(asked.map(({ address }) => address)).toEqual([
    '/api/console/operator/things?status=open&limit=50',
    '/api/console/operator/things?limit=20&cursor=next',
  ]);
});

test('an answer that is not what its row says is not shown', async () => {
  serve(Response.json({ data: { n: 'many' } }));
  await expect(call(at('/odd'))).rejects.toMatchObject({ code: 'UNREADABLE' });
});
