import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engineError } from '../../../engines/conformance-bench.ts';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { soldServers, type SoldServers } from '../capacity/testing/sold-servers.ts';
import { addAddresses } from './add-addresses.ts';
import { addressBook } from './address-book.ts';
import { parseRange } from './range.rules.ts';
import { removeAddresses } from './remove-addresses.ts';

let shop: SoldServers;
before(async () => {
  shop = await soldServers();
});
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

test('a holder asked for by many at once has one address of each family, and no two have the same', async () => {
  const { ctx } = shop;
  const book = addressBook(ctx);
  await addAddresses(ctx, { range: '10.1.0.1-10.1.0.40', hostName: null });
  await addAddresses(ctx, { range: 'fd00:1::1-fd00:1::40', hostName: null });
  const ids = Array.from({ length: 20 }, (_, n) => `srv_many${n}`);
  const held = await Promise.all(ids.flatMap((id) => [book.hold(id, 'a'), book.hold(id, 'a'), book.hold(id, 'a')]));
  assert.equal(new Set(held.map(({ ipv4 }) => ipv4)).size, 20);
  assert.equal(new Set(held.map(({ ipv6 }) => ipv6)).size, 20);
  for (const id of ids) await book.release(id);
});

test('who comes back has another address, and what was given up last is given away last', async () => {
  const book = addressBook(shop.ctx);
  const first = await book.hold('srv_back', 'a');
  await book.release('srv_back');
  shop.clock.advance(MINUTE_MS);
  const second = await book.hold('srv_back', 'a');
  assert.notEqual(second.ipv4, first.ipv4);
  assert.notEqual(second.ipv6, first.ipv6);
  await book.release('srv_back');
});

test("a host's own addresses are for its machines only, and none left is no capacity", async () => {
  const { ctx } = shop;
  const book = addressBook(ctx);
  await removeAddresses(ctx, { range: '10.1.0.1-10.1.0.40' });
  await addAddresses(ctx, { range: '10.2.0.1', hostName: 'b' });
  await assert.rejects(book.hold('srv_else', 'a'), engineError('no_capacity'));
  assert.equal((await book.hold('srv_there', 'b')).ipv4, '10.2.0.1');
  await assert.rejects(book.hold('srv_full', 'b'), engineError('no_capacity'));
  assert.deepEqual(await removeAddresses(ctx, { range: '10.2.0.1' }), { removed: 0, heldBy: ['srv_there'] });
  await book.release('srv_there');
  assert.deepEqual(await removeAddresses(ctx, { range: '10.2.0.1' }), { removed: 1, heldBy: [] });
});

test('addresses that are there already are not added twice', async () => {
  assert.equal((await addAddresses(shop.ctx, { range: '10.3.0.0/29', hostName: null })).added, 6);
  assert.equal((await addAddresses(shop.ctx, { range: '10.3.0.4-10.3.0.9', hostName: null })).added, 3);
});
