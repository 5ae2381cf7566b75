import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addMs, MINUTE_MS } from '../kit/clock.ts';
import { engineError } from './conformance-kit.ts';
import type { AddressBook, Reading, ReadingBook } from './engine-stores.ts';
import type { GivenAddresses } from './testing/memory-books.ts';

/** An empty address book. */
export interface AddressBookKit {
  readonly book: AddressBook;
  add(given: GivenAddresses): Promise<void>;
  /** Lets some time pass. */
  later(): void;
  close(): Promise<void>;
}

/** The promises of an address book, for every implementation. */
export function addressBookConformance(name: string, open: () => Promise<AddressBookKit>): void {
  describe(`${name} as a book of addresses`, () => {
    let kit: AddressBookKit;
    before(async () => {
      kit = await open();
      await kit.add({ family: 'IPv4', ips: range('10.1.0.', 21), hostName: null });
      await kit.add({ family: 'IPv6', ips: range('fd00:1::', 21), hostName: null });
      await kit.add({ family: 'IPv4', ips: ['10.2.0.1'], hostName: 'b' });
    });
    after(() => kit.close());

    test('a holder asked for by many at once has one address of each family, and no two have the same', async () => {
      const ids = Array.from({ length: 20 }, (_, n) => `srv_many${n}`);
      const held = await Promise.all(ids.flatMap((id) => [kit.book.hold(id, 'a'), kit.book.hold(id, 'a'), kit.book.hold(id, 'a')]));
      assert.equal(new Set(held.map(({ ipv4 }) => ipv4)).size, 20);
      assert.equal(new Set(held.map(({ ipv6 }) => ipv6)).size, 20);
      for (const id of ids) await kit.book.release(id);
    });

    test('who comes back has another address, and what was given up last is given away last', async () => {
      const first = await kit.book.hold('srv_back', 'a');
      await kit.book.release('srv_back');
      kit.later();
      const second = await kit.book.hold('srv_back', 'a');
      assert.notEqual(second.ipv4, first.ipv4);
      assert.notEqual(second.ipv6, first.ipv6);
      await kit.book.release('srv_back');
    });

    test("a host's own address comes first, is for its machines only, and is given back by one that moves", async () => {
      assert.equal((await kit.book.hold('srv_there', 'b')).ipv4, '10.2.0.1');
      const elsewhere = await kit.book.hold('srv_there', 'a');
      assert.match(elsewhere.ipv4, /^10\.1\./);
      assert.equal((await kit.book.hold('srv_other', 'b')).ipv4, '10.2.0.1');
      // An address that any host can use moves with the machine.
      assert.deepEqual(await kit.book.hold('srv_there', 'b'), elsewhere);
      for (const id of ['srv_there', 'srv_other']) await kit.book.release(id);
    });

    test('none left of a family is no capacity, and what was taken of the other is not kept', async () => {
      const ids = Array.from({ length: 21 }, (_, n) => `srv_full${n}`);
      for (const id of ids) await kit.book.hold(id, 'a');
      await assert.rejects(kit.book.hold('srv_more', 'a'), engineError('no_capacity'));
      // An IPv4 address is free, but no IPv6 address.
      await assert.rejects(kit.book.hold('srv_more', 'b'), engineError('no_capacity'));
      await kit.book.release('srv_full0');
      assert.equal((await kit.book.hold('srv_last', 'b')).ipv4, '10.2.0.1');
      for (const id of [...ids, 'srv_last']) await kit.book.release(id);
    });
  });
}

function range(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`);
}

const from = new Date('2026-03-01T10:00:00Z');
const window = { from, to: addMs(from, 60 * MINUTE_MS), stepSeconds: 60 };

/** A reading of a machine that uses one of its two CPUs and sends and receives steadily, taken this many minutes after ten. */
export function readingAt(serverId: string, minute: number, more: Partial<Reading> = {}): Reading {
  return {
    serverId,
    at: addMs(from, minute * MINUTE_MS),
    cpuSeconds: 60 * minute,
    vcores: 2,
    memoryTotalBytes: 1000,
    memoryFreeBytes: 750,
    receivedBytes: 6000 * minute,
    sentBytes: 60 * minute,
    ...more,
  };
}

/** The promises of a book of readings, for every implementation. */
export function readingBookConformance(name: string, open: () => Promise<{ book: ReadingBook; close(): Promise<void> }>): void {
  describe(`${name} as a book of readings`, () => {
    let kit: Awaited<ReturnType<typeof open>>;
    before(async () => {
      kit = await open();
    });
    after(() => kit.close());

    test('rates lie between neighbouring readings', async () => {
      await kit.book.add([1, 2, 3].map((minute) => readingAt('srv_rates', minute)));
      assert.deepEqual(await kit.book.samples('srv_rates', window), [
        { at: addMs(from, 2 * MINUTE_MS), cpu: 50, ram: 25, networkIn: 100, networkOut: 1 },
        { at: addMs(from, 3 * MINUTE_MS), cpu: 50, ram: 25, networkIn: 100, networkOut: 1 },
      ]);
      assert.deepEqual(await kit.book.samples('srv_rates', { ...window, stepSeconds: 300 }), [
        { at: from, cpu: 50, ram: 25, networkIn: 100, networkOut: 1 },
      ]);
      assert.deepEqual(await kit.book.samples('srv_nobody', window), []);
    });

    test('the first rate of a window begins before it', async () => {
      await kit.book.add([-1, 1].map((minute) => readingAt('srv_before', minute, { cpuSeconds: 60 * (minute + 1) })));
      assert.deepEqual(
        (await kit.book.samples('srv_before', { ...window, to: addMs(from, MINUTE_MS) })).length,
        0,
        'the end is not in the window',
      );
      assert.deepEqual(
        (await kit.book.samples('srv_before', window)).map(({ at, cpu }) => [at, cpu]),
        [[addMs(from, MINUTE_MS), 50]],
      );
    });

    test('nothing is told of the time between two boots, nor of a time when nobody measured', async () => {
      const afterBoot = { cpuSeconds: 1, receivedBytes: 1, sentBytes: 1 };
      await kit.book.add([
        readingAt('srv_gaps', 1),
        readingAt('srv_gaps', 2),
        readingAt('srv_gaps', 3, afterBoot),
        readingAt('srv_gaps', 30),
        readingAt('srv_gaps', 31),
      ]);
      const minutes = (await kit.book.samples('srv_gaps', window)).map(({ at }) => (at.getTime() - from.getTime()) / MINUTE_MS);
      assert.deepEqual(minutes, [2, 31]);
    });

    test('the same reading twice is kept once', async () => {
      for (let times = 0; times < 2; times += 1) await kit.book.add([readingAt('srv_twice', 1), readingAt('srv_twice', 2)]);
      assert.equal((await kit.book.samples('srv_twice', window)).length, 1);
    });
  });
}
