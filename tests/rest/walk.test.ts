import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { freshAddress } from '../../server/src/web/test-browser.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../server/src/kit/clock.ts';
import type { Operation } from '../testing/api-document.ts';
import { PROXY, STRANGER } from '../testing/rest-cloud.ts';
import { walkOf, type Walk } from '../testing/walk.ts';
import { asksForTheKey, asksForTheOrigin, keepsItsLimit } from '../testing/walk-door.ts';
import { boundsWhatItTakes } from '../testing/walk-fields.ts';
import { hidesWhatIsNotTheCallers } from '../testing/walk-owners.ts';
import { refusesWithoutCharging } from '../testing/walk-refusals.ts';
import { repeatsWithoutHarm } from '../testing/walk-repeats.ts';
import { refusal, requestOf } from '../testing/walk-requests.ts';
import type { WalkRow } from '../testing/walk-row.ts';
import { walkRows } from '../testing/walk-rows.ts';
import { openWorld } from '../testing/walk-world.ts';

// The walk goes where the served document leads it: every operation, every field, and every answer is held against it.
const world = await openWorld();
const { rest, alice } = world;
const { clock } = rest.cloud;
after(() => rest.close());

test('the walk has a row for every operation of the document and none more', () => {
  assert.deepEqual(Object.keys(walkRows).toSorted(), rest.document.operations.map(({ id }) => id).toSorted());
});

for (const operation of rest.document.operations) {
  const row = walkRows[operation.id];
  if (row) describe(`${operation.method} ${operation.path}`, () => walkThrough(operation, row));
}

function walkThrough(operation: Operation, row: WalkRow): void {
  const walk = walkOf(world, operation, row);
  asksForTheKey(walk);
  asksForTheOrigin(walk);
  hidesWhatIsNotTheCallers(walk);
  keepsItsLimit(walk);
  boundsWhatItTakes(walk);
  repeatsWithoutHarm(walk);
  refusesWithoutCharging(walk);
  tellsWhoHasItAlready(walk);

  // 503 is of a database that is away: tests/faults/database-away.test.ts.
  test('every status that the document names was answered, but 500 and 503, which were not', () => {
    const expected = operation.statuses.filter((status) => status !== 500 && status !== 503);
    assert.deepEqual([...rest.document.seen(operation.id)].toSorted(), expected.toSorted());
  });
}

function tellsWhoHasItAlready({ operation, ask }: Walk): void {
  if (!operation.statuses.includes(304)) return;
  test('who has the document already gets 304', async () => {
    const { headers } = await ask({});
    assert.equal((await ask({}, { headers: { 'if-none-match': headers['etag'] ?? '' } })).status, 304);
  });
}

test('only the proxy that is named may say for whom it asks', async () => {
  clock.advance(MINUTE_MS);
  const ask = (from: string) => rest.send({ path: '/v1/stock', ip: freshAddress(), from });
  for (let n = 0; n < 30; n += 1) await ask(STRANGER);
  refusal(await ask(STRANGER), 429, 'Too many requests');
  refusal(await ask(PROXY), 401, 'Unauthorized');
});

test('a deleted server can be listed, and its detail, usage and events read, for 90 days and then no more', async () => {
  const { deletedAt } = await rest.cloud.server(world.deleted);
  assert.ok(deletedAt);
  const readers = rest.document.operations.filter(({ id }) => walkRows[id]?.readsDeleted);
  assert.deepEqual(
    readers.map(({ id }) => id),
    ['getServer', 'listServerEvents', 'getServerUsage'],
  );
  const statuses = async () => {
    const { text: key } = await rest.makeKey({ accountId: alice.accountId });
    const { text: list } = await rest.send({ path: '/servers?status=DELETED', key });
    assert.equal(list.includes(world.deleted), rest.cloud.clock.now() < addMs(deletedAt, 90 * DAY_MS));
    return Promise.all(readers.map(async (operation) => (await rest.send(requestOf(operation, { id: world.deleted }, { key }))).status));
  };
  clock.moveTo(addMs(deletedAt, 90 * DAY_MS - 1));
  assert.deepEqual(await statuses(), [200, 200, 200]);
  clock.advance(1);
  assert.deepEqual(await statuses(), [404, 404, 404]);
});
