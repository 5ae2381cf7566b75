import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import { freshAddress } from '../../server/src/web/test-browser.ts';
import { listAudit } from '../../server/src/core/ground/audit/list-audit.ts';
import type { CustomerCtx } from '../../server/src/core/ground/ctx.ts';
import { keyHash } from '../../server/src/core/ground/keys/keys.rules.ts';
import { addPerson } from '../../server/src/core/testing/people.ts';
import type { CheckedAnswer, Operation } from '../testing/api-document.ts';
import type { Asked } from '../testing/rest-cloud.ts';
import { requestOf, succeeded } from '../testing/walk-requests.ts';
import type { Call, WalkRow } from '../testing/walk-row.ts';
import { walkRows } from '../testing/walk-rows.ts';
import { openWorld } from '../testing/walk-world.ts';

// Every operation that the served document has, as in the walk: one that is added without a line in the log fails here.
const world = await openWorld();
const { rest, alice } = world;
const { db } = rest.cloud;
after(() => rest.close());

const entries = () => db.sql.selectFrom('auditEntries').selectAll().orderBy('id').execute();

/** What the log says more after the work than before. */
async function added(work: () => Promise<unknown>) {
  const before = new Set((await entries()).map(({ id }) => id));
  await work();
  return (await entries()).filter(({ id }) => !before.has(id));
}

for (const operation of rest.document.operations) {
  const row = walkRows[operation.id];
  if (row) describe(`${operation.method} ${operation.path}`, () => (operation.isWrite ? write(operation, row) : read(operation, row)));
}

function read(operation: Operation, row: WalkRow): void {
  test('leaves no line: it writes nothing', async () => {
    const call = await row.good(world);
    assert.deepEqual(await added(async () => succeeded(await rest.send(requestOf(operation, call, { key: alice.key })), 'read')), []);
  });
}

function write(operation: Operation, row: WalkRow): void {
  const ask = (call: Call, more: Partial<Asked> = {}): Promise<CheckedAnswer> =>
    rest.send(requestOf(operation, call, { key: alice.key, ...more }));

  test('leaves one line of who did what, by which door, from where; repeated by its key it leaves no other', async () => {
    const call = await row.good(world);
    const ip = freshAddress();
    const headers = operation.method === 'POST' ? { 'idempotency-key': `audit ${operation.id}` } : {};
    let answer: CheckedAnswer | null = null;
    const [line, ...more] = await added(async () => {
      answer = await ask(call, { ip, headers });
      succeeded(answer, operation.id);
    });
    assert.deepEqual(more, []);
    const key = await db.sql.selectFrom('apiKeys').selectAll().where('hash', '=', keyHash(alice.key)).executeTakeFirstOrThrow();
    assert.partialDeepStrictEqual(line, {
      accountId: alice.accountId,
      actorType: 'api_key',
      actorId: key.id,
      actorName: key.name,
      door: 'rest',
      address: ip,
      requestId: requestIdOf(answer),
      createdAt: rest.cloud.clock.now(),
    });
    assert.ok(line?.target, 'it names what was written');
    if (operation.method !== 'POST') return;
    assert.deepEqual(await added(async () => succeeded(await ask(call, { headers }), 'the same again')), []);
  });

  test('leaves none when it is refused, for whatever reason', async () => {
    const good = await row.good(world);
    const refused: (() => Promise<CheckedAnswer>)[] = [
      () => ask(good, { key: null }),
      () => ask(good, { key: world.readOnlyKey }),
      () => ask(good, { headers: { origin: null } }),
      () => ask(good, { text: '{' }),
      () => ask({ ...good, body: { ...good.body, nothing: true } }),
      ...(row.missing?.(world) ?? []).map((call) => () => ask(call)),
      ...(row.soldOut?.(world) ?? []).map((call) => () => ask(call)),
    ];
    for (const { by, costs: _costs, has: _has, forHour: _forHour, ...call } of (await row.unpaid?.(world)) ?? [])
      refused.push(() => ask(call, { key: by.key }));
    for (const request of refused) {
      const lines = await added(async () => {
        const { status, text } = await request();
        assert.ok(status >= 400, text);
      });
      assert.deepEqual(lines, []);
    }
    for (const bringAbout of Object.values(row.refusals ?? {})) {
      const { status, error, by = alice, ...call } = await bringAbout(world);
      assert.deepEqual(await added(async () => assert.equal((await ask(call, { key: by.key })).status, status, error)), [], error);
    }
  });
}

function requestIdOf(answer: CheckedAnswer | null): string | undefined {
  return answer?.headers['x-request-id'];
}

test('every power action leaves its own line, in the account’s log and in nobody else’s', async () => {
  const id = await alice.deploy('l4-x1');
  await rest.cloud.settle();
  const owner = await addPerson(rest.cloud.ctx, { accountId: alice.accountId, role: 'owner' });
  for (const action of ['stop', 'start', 'reboot', 'hibernate', 'hibernate-restore'] satisfies ServerAction[]) {
    succeeded(await rest.send({ method: 'POST', path: `/servers/${id}/actions`, key: alice.key, body: { action } }), action);
    await rest.cloud.settle();
  }
  const log = await listAudit(owner.ctx, { target: id });
  assert.deepEqual(log.items.map(({ action }) => action).toReversed(), [
    'server.created',
    'server.stopped',
    'server.started',
    'server.rebooted',
    'server.hibernated',
    'server.restored',
  ]);
  const stranger = await addPerson(rest.cloud.ctx, { accountId: world.bob.accountId, role: 'owner' });
  assert.deepEqual((await listAudit(stranger.ctx, { target: id })).items, []);
});

test('the log is read in pages that hold every line once, the newest first', async () => {
  const { ctx } = await addPerson(rest.cloud.ctx, { accountId: alice.accountId, role: 'owner' });
  const all = (await listAudit(ctx)).items;
  const paged = await pagesOf(ctx);
  assert.ok(all.length > 7);
  assert.deepEqual(paged, all);
  assert.deepEqual(
    all.map(({ id }) => id),
    all.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1)),
  );
});

async function pagesOf(ctx: CustomerCtx) {
  const items = [];
  for (let cursor: string | undefined; ;) {
    const page = await listAudit(ctx, { limit: 7, cursor });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

test('a line of the log can neither be changed nor removed', async () => {
  const attempts = [
    () => db.sql.updateTable('auditEntries').set({ actorName: 'somebody else' }).execute(),
    () => db.sql.deleteFrom('auditEntries').execute(),
    () => db.pool.query('truncate audit_entries'),
  ];
  for (const attempt of attempts) await assert.rejects(attempt(), /never changed/);
});
