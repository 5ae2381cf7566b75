import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openNotifications } from '../../../db/notifications.ts';
import { testDatabase, TESTS_BEGIN } from '../../../db/testing.ts';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { handClock } from '../../../kit/hand-clock.ts';
import { createLog } from '../../../kit/log.ts';
import { lockHolder, saveHolder } from './holders.store.ts';
import { rememberFence } from './remember-fence.ts';

const WITHIN_MS = 30_000;

test('a fence is remembered, and known as soon as another process writes that it was put up or lifted', async (t) => {
  const db = await testDatabase();
  const notifications = openNotifications({ url: db.url, log: createLog('silent') });
  t.after(async () => {
    await notifications.close();
    await db.close();
  });
  await until(async () => notifications.heard());
  await db.sql.insertInto('engines').values({ name: 'box', kind: 'simulated' }).execute();
  const clock = handClock(TESTS_BEGIN);
  const isFenced = rememberFence({ db: db.sql, clock, notifications }, [{ name: 'box' }]);
  const write = (fencedAt: Date | null) =>
    db.sql.transaction().execute(async (tx) => saveHolder(tx, 'box', { ...(await lockHolder(tx, 'box')), fencedAt }));
  const becomes = (wanted: boolean) => until(async () => (await isFenced()) === wanted);

  assert.equal(await isFenced(), false);
  await write(TESTS_BEGIN);
  await becomes(true);
  await write(null);
  await becomes(false);

  // Like a version that sends no notifications.
  await db.sql.updateTable('engineHolders').set({ fencedAt: TESTS_BEGIN }).execute();
  assert.equal(await isFenced(), false, 'remembered');
  clock.advance(MINUTE_MS);
  assert.equal(await isFenced(), true, 'for a minute at most');
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + WITHIN_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < limit, `not within ${WITHIN_MS / 1000} s`);
    await sleep(20);
  }
}
