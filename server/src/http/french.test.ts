import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { InvalidRequestBody } from '@boreal/contract/errors/errors.ts';
import { MemberRole } from '@boreal/contract/people/members.ts';
import type { MissingPayment, ReachedCap } from '@boreal/contract/errors/details.ts';
import { schemaSentences } from '@boreal/contract/values/schema-sentences.ts';
import { ServerTask } from '@boreal/contract/servers/servers.ts';
import { seedCatalog } from '../core/money/catalog/seed-catalog.store.ts';
import { createCtx } from '../core/create-ctx.ts';
import { ensurePartitions } from '../db/migrate.ts';
import { addMs, MINUTE_MS } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import { createLog } from '../kit/log.ts';
import { assertFrench, assertTold } from '../kit/testing.ts';
import { endpoints } from './endpoints.ts';
import { openTestDoor, type TestRequest } from './testing.ts';

const door = await openTestDoor({ endpoints, factor: 1000 });
await ensurePartitions(door.db.sql, door.time.now);
const ctx = createCtx({
  db: door.db,
  log: createLog('silent'),
  clock: { now: () => door.time.now, wall: () => door.time.wall, scale: 1 },
});
await ctx.transact((tx) => seedCatalog(tx, door.time.now));
after(() => door.close());
beforeEach(() => {
  door.time.wall = addMs(door.time.wall, MINUTE_MS);
});

const post = (url: string, json: unknown): TestRequest => ({ method: 'POST', url: `/api${url}`, json });
const text = (body: string): TestRequest => ({ method: 'POST', url: '/api/servers', text: body });
const server = { productId: 'l4-x1', sshKeyId: 'ssh_none' };
const foreign = Buffer.from('not-of-this-list').toString('base64url');

const refusals: Record<string, TestRequest> = {
  'no body': { method: 'POST', url: '/api/servers' },
  'no JSON': text('{'),
  'no object': text('[]'),
  'a property that is never allowed': text('{"__proto__":1}'),
  'the character U+0000': text('{"name":"\\u0000"}'),
  'too much': text(`{"name":"${'x'.repeat(70_000)}"}`),
  'another type': { ...text('{}'), headers: { 'content-type': 'text/plain' } },
  'an address that is not encoded': { url: '/api/servers/%zz' },
  'a bad Idempotency-Key': { ...post('/servers', server), headers: { 'idempotency-key': 'é' } },
  'missing fields': post('/servers', {}),
  'unknown fields': post('/servers', { ...server, gpu: 1, colour: 'red' }),
  'an unknown region': post('/servers', { ...server, region: 'mars' }),
  'a text that is none': post('/servers', { productId: 1, sshKeyId: null, name: true }),
  'an empty text': post('/servers', { ...server, productId: '' }),
  'an empty name': post('/servers', { ...server, name: ' ' }),
  'a name with a control character': post('/servers', { ...server, name: 'a\u0007' }),
  'a name that is too long': post('/servers', { ...server, name: 'a'.repeat(101) }),
  'an unknown plan': post('/servers', { ...server, productId: 'none' }),
  'an unknown SSH key': post('/servers', server),
  'a word in place of an SSH key': post('/settings/ssh-keys', { name: 'x', publicKey: 'word' }),
  'a page that is too long': { url: '/api/servers?limit=1001' },
  'a page of no length': { url: '/api/servers?limit=x' },
  'a cursor of no list': { url: '/api/settings/ssh-keys?cursor=!' },
  'a cursor of another list': { url: `/api/v1/flavors?cursor=${foreign}` },
};

describe('a refused request is told in French to who asks for French', () => {
  for (const [what, request] of Object.entries(refusals)) {
    test(what, async () => {
      const inFrench = { ...request, headers: { ...request.headers, 'accept-language': 'fr-CA' } };
      const [english, french] = [await door.send(request), await door.send(inFrench)];
      assert.deepEqual([english.status, french.status], [400, 400], french.text);
      const [en, fr] = [InvalidRequestBody.parse(english.json), InvalidRequestBody.parse(french.json)];
      assert.match(fr.message, /^La requête n’est pas valide\u00a0: /);
      assert.deepEqual(
        en.issues?.map(({ path }) => path),
        fr.issues?.map(({ path }) => path),
      );
      for (const [n, { path, message }] of (fr.issues ?? []).entries()) {
        assert.notEqual(message, en.issues?.[n]?.message);
        assert.ok(fr.message.includes(path === '' ? message : `${path}\u00a0: ${message}`));
        assertFrench(message);
      }
    });
  }
});

test('what the schemas say by themselves is told in both languages', () => {
  for (const told of Object.values(schemaSentences)) assertTold(told);
});

test('what a server is busy with, and the budget that is reached, are told in French words', () => {
  for (const task of ServerTask.options) {
    const { message, french } = told(new AppError('OPERATION_IN_PROGRESS', { task, currentStatus: 'ACTIVE' }));
    assert.ok(message.includes(task.replace('_', ' ')) && !french.includes(`(${task})`), french);
    assertFrench(french.replace('« task »', ''));
  }
  const caps: [ReachedCap, string][] = [
    [{ cap: 'account month' }, 'the account’s monthly budget'],
    [{ cap: 'account day' }, 'the account’s daily budget'],
    [{ cap: 'server month', serverId: 'srv_1' }, 'the server’s monthly budget'],
  ];
  for (const [reached, english] of caps) {
    const { message, french } = told(new AppError('BUDGET_CAP_REACHED', { ...reached, requiredMicros: 3_990_000n }));
    assert.ok(message.includes(english) && !french.includes(english), french);
    assertFrench(french);
  }
});

test('what is not paid is told in French words, with what to do about it', () => {
  const missing: MissingPayment[] = [
    { missing: 'card' },
    { missing: 'term', orderId: 'ord_1' },
    { missing: 'canceled term', serverId: 'srv_1' },
    { missing: 'backups', serverId: 'srv_1' },
  ];
  const sentences = missing.map((unpaid) => {
    const { message, french } = told(new AppError('PAYMENT_REQUIRED', { requiredMicros: 3_990_000n, ...unpaid }));
    assert.equal(message.includes('3.99'), french.includes('3,99'), french);
    assertFrench(french);
    return message;
  });
  assert.equal(new Set(sentences).size, missing.length);
});

test('who may not do something is told so in French, and by which role', () => {
  for (const who of [...MemberRole.options, 'key'] as const) {
    const { message, french } = told(new AppError('PERMISSION_DENIED', { who, permission: 'servers.write' }));
    assert.ok(message.includes(who) && !french.includes(`(${who})`), french);
    assertFrench(french);
  }
  for (const error of [new AppError('LAST_OWNER', {}), new AppError('INVITATION_EXPIRED', {})]) assertFrench(told(error).french);
});

function told(error: AppError): { message: string; french: string } {
  return { message: error.message, french: error.messageIn('fr') };
}
