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

test('an address is the same however it is written, in a network of any size', () => {
  const cases = [
    ['10.0.0.7', '::ffff:10.0.0.7', true],
    ['10.0.0.7', '::FFFF:10.0.0.7', true],
    ['10.0.0.7', '::ffff:a00:7', true],
    ['::ffff:10.0.0.7', '10.0.0.7', true],
    ['::ffff:10.0.0.0/104', '10.0.0.7', true],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['10.0.0.7/32', '10.0.0.8', false],
    ['fd00::1/128', 'fd00::1', true],
    ['fd00::/8', 'fd12::1%eth0', true],
    ['fe80::1', 'fe80::1%eth0', true],
    ['FD00:0000::1', 'fd00:0:0:0::1', true],
    [' 10.0.0.7 ', '10.0.0.7', true],
    // What is no address is nobody's.
    ['10.0.0.7', '010.0.0.7', false],
    ['10.0.0.7', '10.0.0.07', false],
    ['10.0.0.7', '10.0.0.7:443', false],
    ['10.0.0.7', '', false],
  ] as const;
  for (const [proxy, address, verdict] of cases) assert.equal(trustedProxies([proxy])(address), verdict, `${proxy} and ${address}`);
  assert.equal(trustedProxies([])('10.0.0.7'), false);
});

test('what only looks like an address or a network is refused', () => {
  const wrong = ['', '10', '010.0.0.7', '10.0.0.07', '0x0a000007', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/+8', '10.0.0.0/8/8'];
  for (const text of [...wrong, '10.0.0.0/255.0.0.0', 'fd00::/129', '[fd00::1]', 'localhost', '10.0.0.7:443'])
    assert.throws(() => trustedProxies([text]), RangeError, text);
});
