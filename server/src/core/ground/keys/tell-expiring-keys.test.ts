import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { startCloud } from '../../testing/cloud.ts';
import { createKey } from './create-key.ts';
import { writeKey } from './write-key.ts';
import { revokeKey } from './revoke-key.ts';
import { tellExpiringKeys } from './tell-expiring-keys.ts';

test('an account is told of a key once a week and once a day before it expires, and of one revoked never', async (t) => {
  const cloud = await startCloud();
  t.after(() => cloud.close());
  const { ctx } = await cloud.customer('0');
  const { accountId } = ctx;
  const make = (name: string) => createKey(cloud.ctx, { accountId, access: 'full', name });
  const [kept, ended] = [await make('kept'), await make('ended')];
  await revokeKey(cloud.ctx, { accountId, keyId: ended.id });

  const told: [number, number][] = [];
  for (let hours = 0; hours <= 91 * 24; hours += 6) {
    const count = await tellExpiringKeys(cloud.ctx);
    if (count > 0) told.push([hours / 24, count]);
    assert.equal(await tellExpiringKeys(cloud.ctx), 0, 'again at the same moment');
    cloud.clock.advance(6 * HOUR_MS);
  }
  assert.deepEqual(told, [
    [83, 1],
    [89, 1],
  ]);
  const notices = await cloud.db.sql.selectFrom('notices').selectAll().where('kind', '=', 'key_expiring').orderBy('id').execute();
  assert.deepEqual(
    notices.map(({ data }) => data),
    [1, 2].map(() => ({ keyId: kept.id, name: 'kept', prefix: kept.prefix, expiresAt: kept.expiresAt.toISOString() })),
  );
});

test('after an outage only what is still to come is told, also by two workers at once', async (t) => {
  const cloud = await startCloud();
  t.after(() => cloud.close());
  const { ctx } = await cloud.customer('0');
  for (let n = 0; n < 5; n += 1)
    await cloud.ctx.transact((tx) => writeKey(tx, cloud.ctx, { accountId: ctx.accountId, kind: 'mcp', access: 'full', name: `key ${n}` }));
  cloud.clock.advance(90 * DAY_MS - MINUTE_MS);
  const counts = await Promise.all([tellExpiringKeys(cloud.ctx), tellExpiringKeys(cloud.ctx)]);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    5,
  );
  cloud.clock.advance(MINUTE_MS);
  assert.equal(await tellExpiringKeys(cloud.ctx), 0);
});
