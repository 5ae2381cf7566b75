import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { soldIn, soldTags, withSold } from './sold-tags.rules.ts';

const gpus = Array.from({ length: 8 }, (_, slot) => ({ slot, device: `0000:${(0x17 + 8 * slot).toString(16)}:00.0` }));
const sold = (record: string) => ({ record, hostName: 'gpu1', gpus });
/** As long as the public key of an RSA key of so many bits. */
const withKeyOf = (bits: number) => JSON.stringify({ name: 'Ça « va »', publicKey: randomBytes(bits / 8 + 30).toString('base64') });

for (const bits of [256, 4096, 8192]) {
  test(`what was sold with a key of ${bits} bits is read back from tags that neutron takes, in any order`, () => {
    const record = withKeyOf(bits);
    const tags = soldTags(sold(record));
    assert.deepEqual([tags.length <= 50, tags.every((tag) => /^[\w:-]{1,60}$/.test(tag))], [true, true]);
    // Of two that differ in capitals only, some databases keep one.
    assert.equal(new Set(tags.map((tag) => tag.toLowerCase())).size, tags.length);
    assert.deepEqual(soldIn(['somebody’s', ...tags.toReversed()]), sold(record));
  });
}

test('a record that is too long is left out, and what the machine has is not', () => {
  const tags = soldTags(sold(withKeyOf(16_384)));
  assert.deepEqual(soldIn(tags), { ...sold(''), record: null });
});

test('nothing is read where nothing stands, or not all of it, or something else', () => {
  const tags = soldTags(sold(withKeyOf(4096)));
  for (const others of [[], ['somebody’s'], tags.slice(1), tags.slice(0, -1), ['boreal:00:AAAA']]) assert.equal(soldIn(others), null);
});

test('what somebody else has written there stays, and what was ours before does not', () => {
  const before = soldTags(sold(withKeyOf(4096)));
  const now = soldTags(sold('short'));
  assert.deepEqual(withSold(['somebody’s', ...before], now), ['somebody’s', ...now]);
});
