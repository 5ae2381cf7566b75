import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { canary, openFuzzWorld } from './fuzz-world.ts';
import { judge } from './judge.ts';
import { watchLeaks } from './leaks.ts';
import { nameOf, type FuzzAnswer, type Ask, type Sent } from './step.ts';

// A judge that lets everything pass finds nothing: each promise is broken here once.
const world = await openFuzzWorld();
after(() => world.close());
const targets = new Map(world.targets.map((target) => [target.name, target]));

const headers = { 'x-request-id': 'req_1', 'content-type': 'application/json; charset=utf-8', 'content-language': 'en' };
const refused = (status: number, error: string, more: object = {}): FuzzAnswer => ({
  status,
  headers,
  text: JSON.stringify({ error, message: 'Something is not right.', ...more }),
});
const asked = (method: string, url: string): Sent => ({ method, url, headers: {}, body: null });

interface Case {
  readonly what: string;
  readonly target: string;
  readonly answer: FuzzAnswer;
  readonly says: RegExp;
}

const me = 'person getMe';
const wrongs: readonly Case[] = [
  { what: 'a failure', target: me, answer: refused(500, 'INTERNAL_ERROR'), says: /answered with 500/ },
  { what: 'a 503 that no row foresees', target: me, answer: refused(503, 'PAYMENTS_UNAVAILABLE'), says: /answered with 503/ },
  { what: 'no request id', target: me, answer: { ...refused(404, 'NOT_FOUND'), headers: {} }, says: /X-Request-Id/ },
  {
    what: 'a refusal without a sentence',
    target: me,
    answer: { status: 401, headers, text: '{"error":"NOT_SIGNED_IN"}' },
    says: /message/,
  },
  { what: 'a code with another status', target: me, answer: refused(400, 'NOT_SIGNED_IN'), says: /with status 400/ },
  { what: 'a code that its row does not foresee', target: me, answer: refused(409, 'LAST_OWNER'), says: /not foreseen/ },
  { what: '402 without what to do', target: me, answer: refused(402, 'PAYMENT_REQUIRED'), says: /accountAction/ },
  { what: '429 that does not say when', target: me, answer: refused(429, 'Too many requests'), says: /Retry-After/ },
  { what: 'a success that is none of its row', target: me, answer: { status: 201, headers, text: '{}' }, says: /answered with 201/ },
  { what: 'a body that is none of its row', target: me, answer: { status: 200, headers, text: '{"data":{}}' }, says: /schema/ },
  { what: 'words of Postgres', target: me, answer: refused(404, 'NOT_FOUND', { why: 'duplicate key value' }), says: /inner words/ },
  {
    what: 'words of a stack',
    target: me,
    answer: refused(404, 'NOT_FOUND', { why: 'at x (file:///a/b.ts:1:2)' }),
    says: /inner words/,
  },
  { what: 'a status that the document lacks', target: 'rest getBalance', answer: refused(404, 'NOT_FOUND'), says: /describe/ },
  {
    what: 'a way to another site',
    target: 'page /docs',
    answer: { status: 302, headers: { ...headers, location: '//evil.example' }, text: '' },
    says: /another site/,
  },
  { what: 'a tool that failed', target: 'tool svc_get_balance', answer: toolRefusal('INTERNAL_ERROR'), says: /a tool failed/ },
  { what: 'a tool with a code of its own', target: 'tool svc_get_balance', answer: toolRefusal('OUCH'), says: /no table/ },
];

for (const { what, target: name, answer, says } of wrongs) {
  test(`the judge finds ${what}`, () => {
    const target = targets.get(name) ?? [...targets.values()].find((one) => one.door === name.split(' ')[0]);
    assert.ok(target, name);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'svc_get_balance', arguments: {} } };
    const sent = { ...asked(target.method, target.path), body: target.tool ? JSON.stringify(call) : null };
    assert.throws(() => judge(target, sent, answer, world), says);
  });
}

function toolRefusal(code: string): FuzzAnswer {
  const error = { code, message: 'Something is not right.', retryable: false };
  const result = { content: [{ type: 'text', text: 'No.' }], structuredContent: { error }, isError: true };
  return { status: 200, headers, text: JSON.stringify({ jsonrpc: '2.0', id: 1, result }) };
}

const ask: Ask = {
  do: 'ask',
  target: 'rest listServers',
  reader: 'bob',
  method: 'GET',
  url: '/api/servers',
  headers: { authorization: `Bearer ${nameOf('bob.rest')}` },
  body: null,
};
const answered = (text: string): FuzzAnswer => ({ status: 200, headers, text });

test("another account's name or id in an answer is found, and one's own is not", async () => {
  const { check } = watchLeaks(world);
  const sent = asked('GET', ask.url);
  await check(ask, sent, answered(canary('bob')));
  await assert.rejects(check(ask, sent, answered(canary('alice'))), /of another account/);
  await assert.rejects(check(ask, sent, answered(world.known.get('alice.server.id') ?? '')), /of another account/);
});

test('a key that is told a second time is found', async () => {
  const { check } = watchLeaks(world);
  const key = answered(`gpu_${'x'.repeat(40)}`);
  await check(ask, asked('GET', ask.url), key);
  await assert.rejects(check(ask, asked('GET', ask.url), key), /told again/);
});

test('an account that answers somebody who is no member of it is found', async () => {
  const { check } = watchLeaks(world);
  const url = `/api/console/accounts/${nameOf('alice.account.id')}/servers`;
  const strange: Ask = { ...ask, reader: 'alice', url, headers: { cookie: nameOf('cookie.bob.owner') } };
  await assert.rejects(check(strange, asked('GET', url), answered('{}')), /no member/);
});

test('an error or a key in the log is found', () => {
  const { checkLog } = watchLeaks(world);
  world.ctx.log.error('a request failed');
  assert.throws(checkLog, /an error is logged/);
  world.ctx.log.info({ asked: `/x?gpu_${'x'.repeat(40)}` }, 'a request');
  assert.throws(checkLog, /a key is logged/);
});
