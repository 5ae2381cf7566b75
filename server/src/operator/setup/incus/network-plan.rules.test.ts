import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePrivateNetwork, planNetwork, serversOf } from './network-plan.rules.ts';

test('of a routed network the gateway is first, the last two are leased by Incus, and servers get the rest', () => {
  assert.deepEqual(planNetwork('203.0.113.16/28'), {
    gateway: '203.0.113.17/28',
    leased: '203.0.113.29-203.0.113.30',
    servers: '203.0.113.18-203.0.113.28',
  });
  assert.deepEqual(planNetwork('203.0.113.0/29').servers, '203.0.113.2-203.0.113.4');
  assert.equal(planNetwork('10.0.0.0/20').servers, '10.0.0.2-10.0.15.252');
});

test('a private network is one that this machine is not in', () => {
  assert.equal(freePrivateNetwork(['203.0.113.7/24', 'fe80::1/64']), '10.10.0.0/24');
  assert.equal(freePrivateNetwork(['10.10.0.9/24']), '10.77.0.0/24');
  assert.equal(freePrivateNetwork(['10.0.0.5/8']), '172.29.0.0/24');
  assert.equal(freePrivateNetwork(['10.0.0.5/8', '172.16.0.1/12', '192.168.0.1/16']), null);
});

test('of a network that is there, servers get what neither its gateway nor Incus’ leases have', () => {
  const plan = planNetwork('203.0.113.16/28');
  assert.equal(serversOf({ 'ipv4.address': plan.gateway, 'ipv4.dhcp.ranges': plan.leased }), plan.servers, 'as setup makes it');
  assert.equal(serversOf({ 'ipv4.address': '10.0.0.1/24', 'ipv4.dhcp.ranges': '10.0.0.2-10.0.0.20' }), '10.0.0.21-10.0.0.254');
  assert.equal(
    serversOf({ 'ipv4.address': '10.0.0.1/24', 'ipv4.dhcp.ranges': '10.0.0.100-10.0.0.120, 10.0.0.130' }),
    '10.0.0.131-10.0.0.254',
  );
  assert.equal(serversOf({ 'ipv4.address': '10.0.0.1/24' }), null, 'all are Incus’ own');
  assert.equal(serversOf({ 'ipv4.address': 'none' }), null);
});
