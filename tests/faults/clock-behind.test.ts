import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../../server/src/core/testing/cloud.ts';
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { ClockBehind, neverBack } from '../../server/src/db/clock-behind.ts';
import { openProductClock } from '../../server/src/db/product-clock.ts';

const cloud = await startCloud();
after(() => cloud.close());

const at = (ms: number) => {
  const now = addMs(cloud.clock.now(), ms);
  return { now: () => now, wall: () => now, scale: 1 };
};

test('a clock that went back by hours is refused with both times, one that is right or was corrected by seconds is taken', async () => {
  await assert.rejects(neverBack(cloud.db.sql, at(-3 * HOUR_MS), { goOn: false }), (error) => {
    assert.ok(error instanceof ClockBehind);
    assert.match(error.message, /shows 2026-12-01 12:00 UTC, but Boreal has been at 2026-12-01 15:00 UTC/);
    return true;
  });
  for (const ms of [0, -30 * SECOND_MS, HOUR_MS]) {
    const clock = at(ms);
    assert.equal(await neverBack(cloud.db.sql, clock, { goOn: false }), clock);
  }
});

test('where the operator says so, time goes on from where it was, in this start and in the next', async () => {
  const seen = cloud.clock.now();
  const behind = { now: () => addMs(seen, -3 * HOUR_MS), wall: () => new Date(), scale: 1 };
  const clock = await neverBack(cloud.db.sql, behind, { goOn: true });
  const next = await neverBack(cloud.db.sql, await openProductClock(cloud.db.sql), { goOn: false });
  for (const told of [clock, next]) {
    const ahead = told.now().getTime() - seen.getTime();
    assert.ok(ahead >= 0 && ahead < MINUTE_MS, String(ahead));
  }
});
