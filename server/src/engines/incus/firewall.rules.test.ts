import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MachineFirewallRule } from '../engine.ts';
import { aclOf, rulesIn } from './firewall.rules.ts';

const passage = { gateways: ['10.0.0.1', 'fd00::1'], probes: ['10.0.0.1/32', '192.0.2.9/32'] };
const rule: MachineFirewallRule = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '0.0.0.0/0', portMin: 22, portMax: 22 };

describe("a machine's rules in Incus", () => {
  const many: readonly MachineFirewallRule[] = [
    rule,
    { ...rule, portMin: 8000, portMax: 8010, cidr: '203.0.113.0/24' },
    { ...rule, protocol: 'udp', portMin: null, portMax: null },
    { ...rule, protocol: 'icmp', portMin: null, portMax: null },
    { ...rule, protocol: 'icmp', ethertype: 'IPv6', cidr: '::/0', portMin: null, portMax: null },
    { ...rule, direction: 'egress', ethertype: 'IPv6', cidr: '2001:db8::/32', portMin: 443, portMax: 443 },
  ];

  test('are read back as they were given', () => assert.deepEqual(rulesIn(aclOf(many, passage)), many));

  test('let leases, neighbours and our look at SSH in, whatever is closed', () => {
    const { ingress } = aclOf([], passage);
    assert.ok(ingress.some((one) => one.source === '10.0.0.1/32' && one.source_port === '67' && one.destination_port === '68'));
    assert.ok(ingress.some((one) => one.source_port === '547' && one.destination_port === '546'));
    assert.deepEqual(
      ingress.filter((one) => one.protocol === 'icmp6').map((one) => one.icmp_type),
      ['133', '134', '135', '136'],
    );
    assert.deepEqual(
      ingress.filter((one) => one.destination_port === '22').map((one) => one.source),
      passage.probes,
    );
    assert.ok(
      ingress.every((one) => one.protocol !== undefined),
      'nothing lets everything in',
    );
  });

  test('leave the way out open until a first rule narrows it', () => {
    assert.deepEqual(
      aclOf([rule], passage).egress.map((one) => [one.action, one.protocol]),
      [['allow', undefined]],
    );
    const narrowed = aclOf(many, passage).egress;
    assert.ok(narrowed.every((one) => one.protocol !== undefined));
    assert.ok(narrowed.some((one) => one.destination === '2001:db8::/32' && one.destination_port === '443'));
    assert.ok(
      narrowed.some((one) => one.destination_port === '67'),
      'the lease can still be asked for',
    );
  });
});
