import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetwork } from './client-network.ts';

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
    ['2001:DB8:1:2::1', '2001:db8:1:2'],
    ['::', '0:0:0:0'],
    ['1::5:6:7:8', '1:0:0:0'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['::ffff:203.0.113.9%eth0', '203.0.113.9'],
    // A proxy may send anything instead of an address.
    ['unknown', 'unknown'],
    ['_hidden', '_hidden'],
    ['010.0.0.1', '010.0.0.1'],
    ['g::1', 'g::1'],
    ['203.0.113.9:50001', '203.0.113.9'],
    ['[2001:db8:1:2::9]:50001', '2001:db8:1:2'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    ['[unknown]:1', '[unknown]:1'],
    ['unknown:1', 'unknown:1'],
    ['', ''],
  ] as const;
  for (const [ip, network] of cases) assert.equal(clientNetwork(ip), network, ip);
});
