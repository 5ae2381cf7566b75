import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetwork } from './client-network.ts';
import { preferredLocale } from './locale.ts';
import { trustedProxies } from '../kit/trusted-proxies.ts';

test('the answer speaks the language that Accept-Language prefers, English when it says nothing of use', () => {
  const cases = [
    [undefined, 'en'],
    ['', 'en'],
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['FR-ca', 'fr'],
    ['en-CA, fr;q=0.9', 'en'],
    ['de, fr;q=0.5, en;q=0.4', 'fr'],
    ['fr;q=0, en;q=0.1', 'en'],
    ['fr;q=0', 'en'],
    ['*', 'en'],
    ['fr;q=0.5, *;q=0.1', 'fr'],
    ['en;q=0.8, fr;q=0.8', 'en'],
    ['fr;q=junk', 'en'],
    ['frx', 'en'],
  ] as const;
  for (const [header, locale] of cases) assert.equal(preferredLocale(header), locale, String(header));
});

test('an IPv6 client is its /64 network, an IPv4 client its address however it is written', () => {
  const cases = [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:db8:1:2:3::', '2001:db8:1:2'],
  ] as const;
  for (const [ip, network] of cases) assert.equal(clientNetwork(ip), network, ip);
});

test('only named proxies are trusted, and a mistyped one is refused', () => {
  const isTrusted = trustedProxies(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);
  const verdicts = ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd12::1', '192.0.2.8', '2001:db8::1', 'nonsense'].map(isTrusted);
  assert.deepEqual(verdicts, [true, true, true, true, false, false, false]);
  for (const wrong of ['10.0.0', 'loopback', '10.0.0.0/abc', '10.0.0.0/33'])
    assert.throws(() => trustedProxies([wrong]), RangeError, wrong);
});
