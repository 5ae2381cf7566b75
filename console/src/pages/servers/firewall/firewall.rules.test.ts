import { AddFirewallRuleRequest, type FirewallRule } from '@boreal/contract/servers/firewall.ts';
import { expect, test } from 'vitest';
import { isSame, letsSshIn, pingIn, tcpIn } from './firewall.rules.ts';

const rule = (more: Partial<FirewallRule>): FirewallRule => ({
  id: 1,
  direction: 'ingress',
  protocol: 'tcp',
  ethertype: 'IPv4',
  port: 22,
  source: '0.0.0.0/0',
  status: 'active',
  forwarding: null,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});

test('a rule that lets SSH in is known by its port, its range and by having none', () => {
  for (const port of [22, '22', '1-1024', '22-22', '20-22', 'any']) expect(letsSshIn(rule({ port })), String(port)).toBe(true);
  for (const port of [80, '23-80', '1-21']) expect(letsSshIn(rule({ port })), String(port)).toBe(false);
  expect(letsSshIn(rule({ direction: 'egress' }))).toBe(false);
  expect(letsSshIn(rule({ protocol: 'udp', port: 'any' }))).toBe(false);
});

test('a preset lets in one address, of either family, or everybody', () => {
  for (const made of [tcpIn(8888, '203.0.113.7'), tcpIn(8888, '2001:db8::7'), tcpIn(8888, null), pingIn(null), pingIn('2001:db8::7')]) {
    expect(AddFirewallRuleRequest.safeParse(made).success).toBe(true);
  }
  expect(tcpIn(8888, '2001:db8::7')).toMatchObject({ ethertype: 'IPv6', remoteIpPrefix: '2001:db8::7/128' });
  expect(isSame(rule({ port: 8888 }), tcpIn(8888, null))).toBe(true);
  expect(isSame(rule({ port: 8888 }), tcpIn(8888, '203.0.113.7'))).toBe(false);
  expect(isSame(rule({ port: 8888, source: '203.0.113.7/32' }), tcpIn(8888, '203.0.113.7'))).toBe(true);
});
