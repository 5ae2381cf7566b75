import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addressBookConformance } from '../../../engines/conformance-stores.ts';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { whileUncommitted } from '../../testing/while-uncommitted.ts';
import { soldServers } from '../capacity/testing/sold-servers.ts';
import { addAddresses } from './add-addresses.ts';
import { addressBook } from './address-book.ts';
import { countAddresses } from './addresses.store.ts';
import { parseRange } from './range.rules.ts';
import { removeAddresses } from './remove-addresses.ts';

const shop = await soldServers();
after(() => shop.db.close());

test('ranges are read as people write them', () => {
  assert.deepEqual(parseRange('203.0.113.16-203.0.113.18'), { family: 'IPv4', first: '203.0.113.16', last: '203.0.113.18', size: 3 });
  assert.deepEqual(parseRange('203.0.113.9/29'), { family: 'IPv4', first: '203.0.113.9', last: '203.0.113.14', size: 6 });
  assert.deepEqual(parseRange('203.0.113.7'), { family: 'IPv4', first: '203.0.113.7', last: '203.0.113.7', size: 1 });
  assert.deepEqual(parseRange('2001:db8::fffe - 2001:db8::1:1'), {
    family: 'IPv6',
    first: '2001:db8::fffe',
    last: '2001:db8::1:1',
    size: 4,
  });
  for (const wrong of ['', 'x', '203.0.113.9-203.0.113.8', '203.0.113.1-2001:db8::1', '2001:db8::/64', '10.0.0.0/33', '10.0.0.0/8']) {
    assert.equal(parseRange(wrong), null, wrong);
  }
});

test('what only might be an address is none: a slip of the hand must not sell an address of somebody else', () => {
  const slips = [
    '203.0.113',
    '203.0.113.010',
    '10',
    '0x7f.1',
    'fd00::1%eth0',
    '203.0.113.0/28/2',
    '203.0.113.4-203.0.113.6-9',
    '203.0.113.0/',
  ];
  assert.deepEqual(
    slips.map(parseRange),
    slips.map(() => null),
  );
});

addressBookConformance('the table of addresses', async () => {
  const { ctx, clock, db } = await soldServers();
  return {
    book: addressBook(ctx, 'incus'),
    add: async ({ ips, hostName }) => {
      for (const range of ips) await addAddresses(ctx, { range, engine: 'incus', hostName });
    },
    later: () => clock.advance(MINUTE_MS),
    close: () => db.close(),
  };
});

test('a range is taken away; what a server holds goes when it gives it up, and no other gets it', async () => {
  const { ctx, clock } = shop;
  const book = addressBook(ctx, 'incus');
  const [range, free, held] = ['10.2.0.1-10.2.0.3', '10.2.0.9', { withdrawn: 1, held: 1, free: 1 }] as const;
  await addAddresses(ctx, { range, engine: 'incus', hostName: 'b' });
  const { ipv4 } = await book.hold('srv_there', 'b');
  await addAddresses(ctx, { range: free, engine: 'incus', hostName: 'b' });
  assert.deepEqual(await removeAddresses(ctx, { range }), { removed: 2, heldBy: ['srv_there'] });
  assert.deepEqual(await removeAddresses(ctx, { range }), { removed: 0, heldBy: ['srv_there'] }, 'again');
  assert.deepEqual((await book.hold('srv_there', 'b')).ipv4, ipv4, 'it stays theirs');
  assert.partialDeepStrictEqual(await countAddresses(ctx.db.sql), [{ hostName: 'b', ...held }]);

  clock.advance(MINUTE_MS);
  await book.release('srv_there');
  assert.equal((await book.hold('srv_next', 'b')).ipv4, free);
  await assert.rejects(book.hold('srv_third', 'b'), 'the other is gone');
  assert.deepEqual(await removeAddresses(ctx, { range }), { removed: 0, heldBy: [] });
  await book.release('srv_next');
  assert.deepEqual(await removeAddresses(ctx, { range: free }), { removed: 1, heldBy: [] });
});

test('an address that is given up while it is taken away is gone, whoever was first', async () => {
  const { ctx } = shop;
  const book = addressBook(ctx, 'incus');
  const range = '10.2.3.1';
  const isThere = async () => (await countAddresses(ctx.db.sql)).some(({ hostName }) => hostName === 'b');
  const hold = async () => {
    await addAddresses(ctx, { range, engine: 'incus', hostName: 'b' });
    await book.hold('srv_there', 'b');
  };
  const takeAway = (joined = ctx) => removeAddresses(joined, { range });
  const giveUp = (joined = ctx) => addressBook(joined, 'incus').release('srv_there');

  await hold();
  await whileUncommitted(shop, takeAway, giveUp);
  assert.equal(await isThere(), false, 'taken away first');
  await hold();
  assert.deepEqual(await whileUncommitted(shop, giveUp, takeAway), { removed: 1, heldBy: [] });
  assert.equal(await isThere(), false, 'given up first');
});

test('an address that was taken away by mistake is added again while its server has it', async () => {
  const { ctx } = shop;
  const book = addressBook(ctx, 'incus');
  const range = '10.2.1.1';
  await addAddresses(ctx, { range, engine: 'incus', hostName: 'b' });
  await book.hold('srv_there', 'b');
  await removeAddresses(ctx, { range });
  assert.equal((await addAddresses(ctx, { range, engine: 'incus', hostName: 'b' })).added, 1);
  await book.release('srv_there');
  assert.equal((await book.hold('srv_next', 'b')).ipv4, range);
  await book.release('srv_next');
  await removeAddresses(ctx, { range });
});

test('once all of IPv6 is taken away, servers need none, whatever others still have', async () => {
  const { ctx } = shop;
  const book = addressBook(ctx, 'incus');
  await addAddresses(ctx, { range: '10.2.2.1-10.2.2.2', engine: 'incus', hostName: 'six' });
  await addAddresses(ctx, { range: '2001:db8::1', engine: 'incus', hostName: 'six' });
  assert.equal((await book.hold('srv_both', 'six')).ipv6, '2001:db8::1');
  await removeAddresses(ctx, { range: '2001:db8::1' });
  assert.deepEqual([(await book.hold('srv_both', 'six')).ipv6, (await book.hold('srv_four', 'six')).ipv6], ['2001:db8::1', null]);
});

test('addresses that are there already are not added twice', async () => {
  assert.equal((await addAddresses(shop.ctx, { range: '10.3.0.0/29', engine: 'incus', hostName: null })).added, 6);
  assert.equal((await addAddresses(shop.ctx, { range: '10.3.0.4-10.3.0.9', engine: 'incus', hostName: null })).added, 3);
});
