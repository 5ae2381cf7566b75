import { isIPv6 } from 'node:net';
import type { MachineFirewallRule } from '../../engine.ts';
import type { AclRule } from '../client/incus-shapes.ts';
import { rangeOf, textOf, without } from './networks.rules.ts';

/** What must pass whatever a customer closes, and what never passes whatever a customer opens. */
export interface Passage {
  /** The network's own addresses, from which leases come. */
  readonly gateways: readonly string[];
  /** Addresses or networks from which we test whether SSH answers. */
  readonly probes: readonly string[];
  /** The network's broadcast addresses. */
  readonly broadcasts: readonly string[];
  /** What guests must never reach besides the gateways, as addresses, networks or ranges. */
  readonly denied: { readonly IPv4: readonly string[]; readonly IPv6: readonly string[] };
}

/** Cloud metadata services, which reveal a machine's secrets to anyone on it; and multicast, which no guest needs. */
const ALWAYS_DENIED = ['169.254.0.0/16', '100.100.100.200', '168.63.129.16', '192.0.0.192', '224.0.0.0/4', 'fd00:ec2::254'];
/** Addresses that are not routed: a machine's own, and link-local ones. */
const ON_THE_CABLE = ['127.0.0.0/8', '169.254.0.0/16', '::1', 'fe80::/10'];

/** `networks`: the guests' own, each as its gateway's address with its prefix length. */
export function passageOf(of: {
  networks: readonly string[];
  hostAddresses: readonly string[];
  probesFrom: readonly string[];
  deniedNetworks: readonly string[];
  allowedNetworks: readonly string[];
}): Passage {
  const ranges = (texts: readonly string[]) => texts.map(rangeOf);
  const gateways = of.networks.map((network) => network.split('/')[0] ?? '');
  // Guests reach each other as far as their rules allow, whatever kind of network they use.
  const far = without(ranges([...of.deniedNetworks, ...ALWAYS_DENIED]), ranges(of.networks));
  const near = without(ranges(of.hostAddresses), ranges([...gateways, ...ON_THE_CABLE]));
  const denied = without([...far, ...near], ranges(of.allowedNetworks));
  const textsOf = (family: 'IPv4' | 'IPv6') => denied.filter((range) => range.family === family).map(textOf);
  return {
    gateways,
    probes: of.probesFrom.length > 0 ? of.probesFrom : gateways.map((address) => textOf(rangeOf(address))),
    broadcasts: [...of.networks.filter((network) => !isIPv6(network.split('/')[0] ?? '')).map(broadcastOf), '255.255.255.255/32'],
    denied: { IPv4: textsOf('IPv4'), IPv6: textsOf('IPv6') },
  };
}

function broadcastOf(network: string): string {
  const range = rangeOf(network);
  return textOf({ ...range, first: range.last });
}

const OURS = 'boreal:';

/** IPv6 neighbour and router discovery: solicitations and advertisements of both. */
const neighbourTypes = ['133', '134', '135', '136'] as const;

/**
 * A machine's rules in Incus' form: the customer's, what must pass, and what must not. Incus applies drops first, so no rule of a
 * customer's can open those, and whatever no rule allows is dropped. If a machine has no address of a family, nothing of that family
 * passes.
 */
export function aclOf(
  rules: readonly MachineFirewallRule[],
  passage: Passage,
  { hasIPv6 }: { hasIPv6: boolean },
): { ingress: AclRule[]; egress: AclRule[] } {
  const theirs = (direction: MachineFirewallRule['direction']) => rules.filter((rule) => rule.direction === direction).map(aclRule);
  const narrowed = rules.some((rule) => rule.direction === 'egress');
  return {
    ingress: [...theirs('ingress'), ...mustComeIn(passage)],
    egress: [
      ...mustNotGoOut(passage, hasIPv6),
      // Egress is open until the first rule narrows it: to routed traffic, not to other traffic on the link.
      ...(narrowed ? [...theirs('egress'), ...mustGoOut] : ['0.0.0.0/0', '::/0'].map((destination) => ours('open', { destination }))),
    ],
  };
}

/** Of the host, guests may reach DHCP and DNS, and its answers to pings; and, for IPv6, neighbour discovery. */
function mustNotGoOut({ gateways, broadcasts, denied }: Passage, hasIPv6: boolean): AclRule[] {
  const [four, six] = [gateways.filter((address) => !isIPv6(address)), gateways.filter(isIPv6)];
  const drop = (rule: Partial<AclRule> & { destination: string }) => (rule.destination === '' ? [] : [denies(rule)]);
  const list = (texts: readonly string[]) => texts.join(',');
  const gates = list(four.map((address) => `${address}/32`));
  const sixGates = list([...six.map((address) => `${address}/128`), 'fe80::/10']);
  return [
    ...drop({ protocol: 'tcp', destination: gates, destination_port: allPortsBut(53) }),
    ...drop({ protocol: 'udp', destination: gates, destination_port: allPortsBut(53, 67) }),
    ...drop({ protocol: 'udp', destination: list(broadcasts), destination_port: allPortsBut(67) }),
    ...drop({ destination: list(denied.IPv4) }),
    ...(hasIPv6
      ? [
          ...drop({ protocol: 'tcp', destination: sixGates, destination_port: allPortsBut(53) }),
          ...drop({ protocol: 'udp', destination: sixGates, destination_port: allPortsBut(53, 547) }),
          ...drop({ protocol: 'udp', destination: 'ff00::/8', destination_port: allPortsBut(547) }),
          ...drop({ destination: list(denied.IPv6) }),
        ]
      : drop({ destination: '::/0' })),
  ];
}

/** `ports` in order. */
function allPortsBut(...ports: readonly number[]): string {
  return ports.map((port, n) => `${(ports[n - 1] ?? 0) + 1}-${port - 1}`).join(',') + `,${(ports.at(-1) ?? 0) + 1}-65535`;
}

function denies(rule: Partial<AclRule>): AclRule {
  return { action: 'drop', state: 'enabled', description: `${OURS}denied`, ...rule };
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

/** Extracts the customer's rules from an ACL: the input of `aclOf`. */
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
