import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRule, portText } from '@boreal/contract/servers/describe-rule.ts';
import { AddFirewallRuleRequest } from '@boreal/contract/servers/firewall.ts';
import fc from 'fast-check';
import { isAppError } from '../../../kit/errors.ts';
import { assertTold } from '../../../kit/testing.ts';
import { parseCidr } from './cidr.rules.ts';
import { defaultFirewallRule, machineRule } from './firewall.rules.ts';

const rule = (more: object) => machineRule(AddFirewallRuleRequest.parse({ direction: 'ingress', protocol: 'tcp', ...more }));
const base = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '0.0.0.0/0', portMin: null, portMax: null };

test('a rule without a source is for everybody of its family', () => {
  assert.deepEqual(rule({}), base);
  assert.deepEqual(rule({ ethertype: 'IPv6' }), { ...base, ethertype: 'IPv6', cidr: '::/0' });
});

test('one port, a range, or every port', () => {
  assert.deepEqual(rule({ portRangeMin: 443 }), { ...base, portMin: 443, portMax: 443 });
  assert.deepEqual(rule({ portRangeMin: 443, portRangeMax: 443 }), { ...base, portMin: 443, portMax: 443 });
  assert.deepEqual(rule({ protocol: 'udp', portRangeMin: 1, portRangeMax: 65535 }), {
    ...base,
    protocol: 'udp',
    portMin: 1,
    portMax: 65535,
  });
  assert.deepEqual(rule({ protocol: 'icmp', direction: 'egress' }), { ...base, protocol: 'icmp', direction: 'egress' });
});

test('ports are told as a number, a range in text, or any', () => {
  assert.equal(portText({ portMin: 443, portMax: 443 }), 443);
  assert.equal(portText({ portMin: 8000, portMax: 8100 }), '8000-8100');
  assert.equal(portText({ portMin: null, portMax: null }), 'any');
});

test('a rule is described in one line', () => {
  assert.equal(describeRule(defaultFirewallRule, 'en'), 'ingress tcp 22 from 0.0.0.0/0');
  assert.equal(describeRule(defaultFirewallRule, 'fr'), 'entrée tcp 22 depuis 0.0.0.0/0');
  assert.equal(describeRule(rule({ protocol: 'udp', direction: 'egress' }), 'en'), 'egress udp any port to 0.0.0.0/0');
  assert.equal(describeRule(rule({ protocol: 'icmp', ethertype: 'IPv6' }), 'en'), 'ingress icmp from ::/0');
});

const contradictions: [what: object, path: string, says: RegExp][] = [
  [{ portRangeMax: 80 }, 'portRangeMin', /first port/],
  [{ portRangeMin: 81, portRangeMax: 80 }, 'portRangeMax', /80\) is below the first \(81\)/],
  [{ protocol: 'icmp', portRangeMin: 1 }, 'portRangeMin', /icmp has no ports/],
  [{ protocol: 'icmp', portRangeMax: 1 }, 'portRangeMax', /icmp has no ports/],
  [{ ethertype: 'IPv6', remoteIpPrefix: '10.0.0.0/8' }, 'remoteIpPrefix', /IPv4 address and the rule is for IPv6/],
  [{ remoteIpPrefix: '2001:db8::/32' }, 'remoteIpPrefix', /IPv6 address and the rule is for IPv4/],
  [{ remoteIpPrefix: '10.0.0.1/8' }, 'remoteIpPrefix', /10\.0\.0\.0\/8.*10\.0\.0\.1\./],
];
for (const [what, path, says] of contradictions) {
  test(`refused with the field named: ${JSON.stringify(what)}`, () => {
    assert.throws(
      () => rule(what),
      (error) => {
        if (!isAppError(error, 'INVALID_REQUEST')) return false;
        for (const issue of error.details.issues) assertTold(issue.message);
        return error.details.issues[0]?.path === path && says.test(error.message);
      },
    );
  });
}

const networks: [text: string, family: 'IPv4' | 'IPv6', cidr: string][] = [
  ['203.0.113.0/24', 'IPv4', '203.0.113.0/24'],
  ['203.0.113.7', 'IPv4', '203.0.113.7/32'],
  [' 203.0.113.7/32 ', 'IPv4', '203.0.113.7/32'],
  ['0.0.0.0/0', 'IPv4', '0.0.0.0/0'],
  ['2001:DB8:0:0::/32', 'IPv6', '2001:db8::/32'],
  ['2001:db8:0:0:0:0:0:1', 'IPv6', '2001:db8::1/128'],
  ['::/0', 'IPv6', '::/0'],
  ['fe80::/10', 'IPv6', 'fe80::/10'],
];
for (const [text, family, cidr] of networks) {
  test(`${JSON.stringify(text)} is the ${family} network ${cidr}`, () => assert.deepEqual(parseCidr(text, family), { cidr }));
}

const noNetworks = [
  '',
  '/',
  '0.0.0.0/',
  '/0',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/08',
  '10.0.0.0/8/8',
  '10.0.0.0/255.0.0.0',
  '10.0.0',
  '10',
  '0x0a.0.0.0/8',
  '010.0.0.0/8',
  '10.0.0.0/ 8',
  'anywhere',
  '10.0.0.0/8, 11.0.0.0/8',
  '256.0.0.0/8',
  '10.0.0.0/1e1',
  '１０.0.0.0/8',
];
for (const text of noNetworks) {
  test(`${JSON.stringify(text)} is not an IPv4 network`, () => {
    const parsed = parseCidr(text, 'IPv4');
    assert.ok('problem' in parsed);
    assert.match(parsed.problem.en, /not an IPv4 network/);
    assertTold(parsed.problem);
  });
}
for (const text of [
  '2001:db8::/129',
  '2001:db8::/',
  'fe80::1%eth0',
  '2001:db8',
  ':::/0',
  '[::]/0',
  '::ffff:10.0.0.1/128',
  '::ffff:0:0/96',
  '2001:db8::1/64',
]) {
  test(`${JSON.stringify(text)} is not taken as an IPv6 network`, () => {
    const parsed = parseCidr(text, 'IPv6');
    assert.ok('problem' in parsed);
    assertTold(parsed.problem);
  });
}

test('any network that is accepted is accepted again as it is; any address in it is refused with that network', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.ipV4().map((ip) => ({ ip, family: 'IPv4' as const })),
        fc.ipV6().map((ip) => ({ ip, family: 'IPv6' as const })),
      ),
      fc.nat({ max: 128 }),
      ({ ip, family }, n) => {
        const prefix = family === 'IPv4' ? n % 33 : n;
        const parsed = parseCidr(`${ip}/${prefix}`, family);
        const cidr = 'cidr' in parsed ? parsed.cidr : (/whole network send (\S+);/.exec(parsed.problem.en)?.[1] ?? '');
        if (cidr === '') return; // An IPv4-mapped address.
        assert.ok(cidr.endsWith(`/${prefix}`));
        assert.deepEqual(parseCidr(cidr, family), { cidr });
      },
    ),
  );
});
