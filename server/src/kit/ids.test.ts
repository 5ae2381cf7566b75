import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idFloor, newId, randomBase62 } from './ids.ts';

test('ids carry their noun and sort by the order in which they were made', () => {
  const now = new Date('2026-12-01T00:00:00Z');
  const ids = Array.from({ length: 1000 }, () => newId('server', now));
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, 1000);
  assert.match(ids[0] ?? '', /^srv_[0-9a-z]{26}$/);
});

test('the floor of a time lies between the ids made before it and those made from then on', () => {
  // Later than in the other tests: ids never go back in time.
  const at = new Date('2027-12-01T00:00:00Z');
  const before = newId('notice', new Date(at.getTime() - 1));
  const floor = idFloor('notice', at);
  assert.ok(before < floor && floor < `ntc_${newId('server', at).slice(4)}`);
});

test('secrets are base62 of the length asked for and use the whole alphabet', () => {
  const text = randomBase62(20_000);
  assert.match(text, /^[0-9A-Za-z]{20000}$/);
  assert.equal(new Set(text).size, 62);
});
