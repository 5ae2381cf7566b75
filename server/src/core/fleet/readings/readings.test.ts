import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Reading } from '../../../engines/engine-stores.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { soldServers, type SoldServers } from '../capacity/testing/sold-servers.ts';
import { dropOldReadings, readingBook } from './reading-book.ts';

let shop: SoldServers;
before(async () => {
  shop = await soldServers();
});
after(() => shop.db.close());

const from = new Date('2026-03-01T10:00:00Z');
const reading = (serverId: string, minute: number, more: Partial<Reading> = {}): Reading => ({
  serverId,
  at: addMs(from, minute * MINUTE_MS),
  cpuSeconds: 60 * minute,
  vcores: 2,
  memoryTotalBytes: 1000,
  memoryFreeBytes: 750,
  receivedBytes: 6000 * minute,
  sentBytes: 60 * minute,
  ...more,
});
const window = { from, to: addMs(from, 60 * MINUTE_MS), stepSeconds: 60 };

test('rates lie between neighbouring readings', async () => {
  const book = readingBook(shop.ctx);
  await book.add([1, 2, 3].map((minute) => reading('srv_rates', minute)));
  assert.deepEqual(await book.samples('srv_rates', window), [
    { at: addMs(from, 2 * MINUTE_MS), cpu: 50, ram: 25, networkIn: 100, networkOut: 1 },
    { at: addMs(from, 3 * MINUTE_MS), cpu: 50, ram: 25, networkIn: 100, networkOut: 1 },
  ]);
  assert.deepEqual(await book.samples('srv_rates', { ...window, stepSeconds: 300 }), [
    { at: from, cpu: 50, ram: 25, networkIn: 100, networkOut: 1 },
  ]);
  assert.deepEqual(await book.samples('srv_nobody', window), []);
});

test('nothing is told of the time between two boots, nor of a time when nobody measured', async () => {
  const book = readingBook(shop.ctx);
  const afterBoot = { cpuSeconds: 1, receivedBytes: 1, sentBytes: 1 };
  await book.add([
    reading('srv_gaps', 1),
    reading('srv_gaps', 2),
    reading('srv_gaps', 3, afterBoot),
    reading('srv_gaps', 30),
    reading('srv_gaps', 31),
  ]);
  const minutes = (await book.samples('srv_gaps', window)).map(({ at }) => (at.getTime() - from.getTime()) / MINUTE_MS);
  assert.deepEqual(minutes, [2, 31]);
});

test('the same reading twice is kept once, and old ones go', async () => {
  const book = readingBook(shop.ctx);
  for (let times = 0; times < 2; times += 1) await book.add([reading('srv_twice', 1), reading('srv_twice', 2)]);
  assert.equal((await book.samples('srv_twice', window)).length, 1);
  await dropOldReadings(shop.ctx);
  assert.equal((await book.samples('srv_twice', window)).length, 1);
  shop.clock.advance(32 * DAY_MS);
  await dropOldReadings(shop.ctx);
  assert.deepEqual(await book.samples('srv_twice', window), []);
});
