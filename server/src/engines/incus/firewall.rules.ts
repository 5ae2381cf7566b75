import { isIPv6 } from 'node:net';
import type { MachineFirewallRule } from '../engine.ts';
import type { AclRule } from './incus-shapes.ts';

/** What must pass whatever a customer closes. */
export interface Passage {
  /** The network's own addresses, from which leases come. */
  readonly gateways: readonly string[];
  /** Addresses or networks from which we look whether SSH answers. */
  readonly probes: readonly string[];
}

const OURS = 'boreal:';

/** By which neighbours and routes of IPv6 are found: solicitations and advertisements of both. */
const neighbourTypes = ['133', '134', '135', '136'] as const;

/** A machine's rules as Incus keeps them: theirs, and what must pass. Whatever no rule allows is dropped. */
export function aclOf(rules: readonly MachineFirewallRule[], passage: Passage): { ingress: AclRule[]; egress: AclRule[] } {
  const theirs = (direction: MachineFirewallRule['direction']) => rules.filter((rule) => rule.direction === direction).map(aclRule);
  const narrowed = rules.some((rule) => rule.direction === 'egress');
  return {
    ingress: [...theirs('ingress'), ...mustComeIn(passage)],
    // Egress is open until a first rule narrows it.
    egress: narrowed ? [...theirs('egress'), ...mustGoOut] : [ours('open', {})],
  };
}

function mustComeIn({ gateways, probes }: Passage): AclRule[] {
  return [
    ...gateways
      .filter((address) => !isIPv6(address))
      .map((address) => ours('lease', { protocol: 'udp', source: `${address}/32`, source_port: '67', destination_port: '68' })),
    ours('lease', { protocol: 'udp', source: 'fe80::/10', source_port: '547', destination_port: '546' }),
    ...neighbourTypes.map((type) => ours('neighbours', { protocol: 'icmp6', icmp_type: type })),
    ...probes.map((source) => ours('ready', { protocol: 'tcp', source, destination_port: '22' })),
  ];
}

const mustGoOut: readonly AclRule[] = [
  ours('lease', { protocol: 'udp', source_port: '68', destination_port: '67' }),
  ours('lease', { protocol: 'udp', source_port: '546', destination_port: '547' }),
  ...neighbourTypes.map((type) => ours('neighbours', { protocol: 'icmp6', icmp_type: type })),
];

function ours(why: string, rule: Partial<AclRule>): AclRule {
  return { action: 'allow', state: 'enabled', description: `${OURS}${why}`, ...rule };
}

function aclRule(rule: MachineFirewallRule): AclRule {
  const icmp = rule.ethertype === 'IPv4' ? 'icmp4' : 'icmp6';
  return {
    action: 'allow',
    state: 'enabled',
    protocol: rule.protocol === 'icmp' ? icmp : rule.protocol,
    [rule.direction === 'ingress' ? 'source' : 'destination']: rule.cidr,
    ...(rule.portMin !== null && { destination_port: portsOf(rule.portMin, rule.portMax ?? rule.portMin) }),
  };
}

function portsOf(min: number, max: number): string {
  return min === max ? String(min) : `${min}-${max}`;
}

/** The customer's rules that an ACL holds: what `aclOf` was made from. */
export function rulesIn(acl: { ingress: readonly AclRule[]; egress: readonly AclRule[] }): MachineFirewallRule[] {
  const of = (direction: MachineFirewallRule['direction'], rules: readonly AclRule[]) =>
    rules.filter((rule) => !rule.description?.startsWith(OURS)).map((rule) => ruleOf(direction, rule));
  return [...of('ingress', acl.ingress), ...of('egress', acl.egress)];
}

function ruleOf(direction: MachineFirewallRule['direction'], rule: AclRule): MachineFirewallRule {
  const cidr = (direction === 'ingress' ? rule.source : rule.destination) ?? '';
  const [min = '', max = min] = (rule.destination_port ?? '').split('-');
  return {
    direction,
    protocol: rule.protocol === 'tcp' || rule.protocol === 'udp' ? rule.protocol : 'icmp',
    ethertype: cidr.includes(':') ? 'IPv6' : 'IPv4',
    cidr,
    portMin: min === '' ? null : Number(min),
    portMax: max === '' ? null : Number(max),
  };
}
