import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MachineFirewallRule } from '../../engine.ts';
import { aclOf, passageOf, rulesIn } from './firewall.rules.ts';

const passage = passageOf({
  networks: ['10.0.0.1/24', 'fd00::1/64'],
  hostAddresses: ['10.0.0.1', 'fd00::1', '203.0.113.5', '2001:db8::5', '127.0.0.1', '::1', 'fe80::5', '10.0.0.3'],
  probesFrom: ['10.0.0.1/32', '192.0.2.9/32'],
  deniedNetworks: ['10.0.0.0/8', 'fc00::/7'],
  allowedNetworks: ['10.0.53.53'],
});
const both = { hasIPv6: true };
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

  test('are read back as they were given', () => assert.deepEqual(rulesIn(aclOf(many, passage, both)), many));

  test('let leases, neighbours and our look at SSH in, whatever is closed', () => {
    const { ingress } = aclOf([], passage, both);
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
      allowed([rule]).map((one) => [one.protocol, one.destination]),
      [
        [undefined, '0.0.0.0/0'],
        [undefined, '::/0'],
      ],
    );
    const narrowed = allowed(many);
    assert.ok(narrowed.every((one) => one.protocol !== undefined));
    assert.ok(narrowed.some((one) => one.destination === '2001:db8::/32' && one.destination_port === '443'));
    assert.ok(
      narrowed.some((one) => one.destination_port === '67'),
      'the lease can still be asked for',
    );
  });

  const allowed = (rules: readonly MachineFirewallRule[]) => aclOf(rules, passage, both).egress.filter(({ action }) => action === 'allow');

  test('never let anybody to the host, the networks that the operator denies, or a provider’s metadata', () => {
    const { IPv4, IPv6 } = passage.denied;
    // The host's other addresses are denied also within the guests' own network, which is not denied otherwise.
    assert.deepEqual(IPv4, [
      '10.0.0.3/32',
      '10.0.1.0-10.0.53.52',
      '10.0.53.54-10.255.255.255',
      '100.100.100.200/32',
      '168.63.129.16/32',
      '169.254.0.0-169.254.255.255',
      '192.0.0.192/32',
      '203.0.113.5/32',
      '224.0.0.0-239.255.255.255',
    ]);
    assert.deepEqual(IPv6, [
      '2001:db8::5/128',
      'fc00::-fcff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      'fd00:0:0:1::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    ]);
    const dropped = aclOf(many, passage, both).egress.filter(({ action }) => action === 'drop');
    assert.deepEqual(
      dropped.map(({ protocol, destination, destination_port: ports }) => [protocol, destination, ports]),
      [
        ['tcp', '10.0.0.1/32', '1-52,54-65535'],
        ['udp', '10.0.0.1/32', '1-52,54-66,68-65535'],
        ['udp', '10.0.0.255/32,255.255.255.255/32', '1-66,68-65535'],
        [undefined, IPv4.join(','), undefined],
        ['tcp', 'fd00::1/128,fe80::/10', '1-52,54-65535'],
        ['udp', 'fd00::1/128,fe80::/10', '1-52,54-546,548-65535'],
        ['udp', 'ff00::/8', '1-546,548-65535'],
        [undefined, IPv6.join(','), undefined],
      ],
    );
    assert.deepEqual(aclOf([], passage, { hasIPv6: false }).egress.at(4)?.destination, '::/0');
  });
});
