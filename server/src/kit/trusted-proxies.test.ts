import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trustedProxies } from './trusted-proxies.ts';

test('only named proxies are trusted, and a mistyped one is refused', () => {
  const isTrusted = trustedProxies(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);
  const verdicts = ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd12::1', '192.0.2.8', '2001:db8::1', 'nonsense'].map(isTrusted);
  assert.deepEqual(verdicts, [true, true, true, true, false, false, false]);
  for (const wrong of ['10.0.0', 'loopback', '10.0.0.0/abc', '10.0.0.0/33'])
    assert.throws(() => trustedProxies([wrong]), RangeError, wrong);
});
