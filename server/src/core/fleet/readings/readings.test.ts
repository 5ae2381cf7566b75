import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingAt, readingBookConformance } from '../../../engines/conformance-stores.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { soldServers } from '../capacity/testing/sold-servers.ts';
import { dropOldReadings, readingBook } from './reading-book.ts';

readingBookConformance('the table of readings', async () => {
  const { ctx, db } = await soldServers();
  return { book: readingBook(ctx), close: () => db.close() };
});

test('old readings go', async () => {
  const { ctx, clock, db } = await soldServers();
  try {
    const book = readingBook(ctx);
    const [first, second] = [readingAt('srv_old', 1), readingAt('srv_old', 2)];
    const window = { from: first.at, to: addMs(first.at, 60 * MINUTE_MS), stepSeconds: 60 };
    await book.add([first, second]);
    await dropOldReadings(ctx);
    assert.equal((await book.samples('srv_old', window)).length, 1);
    clock.advance(32 * DAY_MS);
    await dropOldReadings(ctx);
    assert.deepEqual(await book.samples('srv_old', window), []);
  } finally {
    await db.close();
  }
});
