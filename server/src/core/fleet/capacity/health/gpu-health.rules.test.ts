import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressOf, faultOf, healthOf } from './gpu-health.rules.ts';

const well = { device: '0000:17:00.0', xid: 0, eccErrors: 0, rowRemapFailed: false, replays: 0 };

test('a hardware error sets a GPU aside; an error of a program, which anybody can cause, does not', () => {
  for (const code of [48, 64, 74, 79, 94, 95, 119]) assert.deepEqual(faultOf({ ...well, xid: code }, null, 0), { type: 'xid', code });
  for (const xid of [0, 8, 13, 31, 43, 45, 63, 68, 109]) assert.equal(faultOf({ ...well, xid }, null, 0), null);
  assert.deepEqual(faultOf({ ...well, eccErrors: 2 }, null, 0), { type: 'ecc', errors: 2 });
  assert.deepEqual(faultOf({ ...well, rowRemapFailed: true }, null, 0), { type: 'row_remap' });
  assert.deepEqual(faultOf(well, healthOf(well), 9), { type: 'bus', replaysPerMinute: 9 });
  assert.equal(faultOf(well, healthOf(well), 8), null);
});

test('what was known already sets no GPU aside again, and what is new does', () => {
  const reading = fc.record({
    device: fc.constant('0000:17:00.0'),
    xid: fc.constantFrom(0, 13, 48, 79),
    eccErrors: fc.nat({ max: 3 }),
    rowRemapFailed: fc.boolean(),
    replays: fc.constant(null),
  });
  fc.assert(
    fc.property(reading, (now) => {
      assert.equal(faultOf(now, healthOf(now), 0), null);
      assert.notEqual(faultOf({ ...now, eccErrors: now.eccErrors + 1 }, healthOf(now), 0), null);
    }),
  );
  // The driver was reloaded: counters start at zero, and count from there.
  assert.equal(faultOf(well, { xid: 79, eccErrors: 5, rowRemapFailed: false }, 0), null);
  assert.deepEqual(faultOf({ ...well, eccErrors: 1 }, healthOf(well), 0), { type: 'ecc', errors: 1 });
});

test('a slice of a GPU is at the address of the whole', () => {
  assert.equal(addressOf('0000:9C:00.0/MIG-6f'), '0000:9c:00.0');
});
