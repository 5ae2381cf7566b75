import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rangeOf, textOf, without } from './networks.rules.ts';

const left = (some: readonly string[], others: readonly string[] = []) => without(some.map(rangeOf), others.map(rangeOf)).map(textOf);

describe('networks', () => {
  test('are read and written as Incus does', () => {
    for (const [text, written] of [
      ['10.0.0.7', '10.0.0.7/32'],
      ['10.77.0.1/22', '10.77.0.0-10.77.3.255'],
      ['0.0.0.0/0', '0.0.0.0-255.255.255.255'],
      ['fd42:77::1', 'fd42:77::1/128'],
      ['::', '::/128'],
      ['fc00::/7', 'fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
      ['::ffff:10.0.0.1', '::ffff:a00:1/128'],
    ] as const)
      assert.equal(textOf(rangeOf(text)), written);
    for (const wrong of ['', '10.0.0', '10.0.0.0/33', 'fd00::/129', 'host', '10.0.0.0/x']) assert.throws(() => rangeOf(wrong), RangeError);
  });

  test('leave out what lies in others, and never overlap', () => {
    assert.deepEqual(left(['10.0.0.0/8', '10.1.0.0/16', '11.0.0.0/8']), ['10.0.0.0-11.255.255.255']);
    assert.deepEqual(left(['10.0.0.0/8'], ['10.77.0.0/22']), ['10.0.0.0-10.76.255.255', '10.77.4.0-10.255.255.255']);
    assert.deepEqual(left(['10.0.0.0/8', 'fc00::/7'], ['0.0.0.0/0']), ['fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']);
    assert.deepEqual(left(['10.0.0.0/30'], ['10.0.0.0', '10.0.0.3']), ['10.0.0.1-10.0.0.2']);
    assert.deepEqual(left(['10.0.0.7'], ['10.0.0.0/24']), []);
  });
});
