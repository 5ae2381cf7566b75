import type { MachineFirewallRule } from '../../engine.ts';
import type { GroupRule } from '../cloud/cloud-shapes.ts';

/** A rule in neutron's request format. */
export interface WantedRule {
  readonly direction: 'ingress' | 'egress';
  readonly ethertype: 'IPv4' | 'IPv6';
  readonly protocol: string | null;
  readonly port_range_min: number | null;
  readonly port_range_max: number | null;
  readonly remote_ip_prefix: string | null;
  readonly description: string;
}

/** The description of rules that are ours, not a customer's. */
const OURS = 'Boreal';
/** Where a guest gets its name, its user and its key. */
const METADATA = '169.254.169.254/32';

/**
 * All rules of a machine's group: its customer's, and what must pass whatever they close. Neutron itself lets DHCP and neighbour discovery
 * pass, and drops what no rule allows: egress is open until the customer's first egress rule narrows it.
 */
export function wantedRules(rules: readonly MachineFirewallRule[], { probesFrom }: { probesFrom: readonly string[] }): WantedRule[] {
  const own: WantedRule[] = [
    { ...tcp(80), direction: 'egress', ethertype: 'IPv4', remote_ip_prefix: METADATA, description: OURS },
    ...probesFrom.map((from): WantedRule => {
      const ethertype = from.includes(':') ? 'IPv6' : 'IPv4';
      const prefix = from.includes('/') ? from : `${from}/${ethertype === 'IPv6' ? 128 : 32}`;
      return { ...tcp(22), direction: 'ingress', ethertype, remote_ip_prefix: prefix, description: OURS };
    }),
  ];
  const theirs = rules.map((rule): WantedRule => ({
    direction: rule.direction,
    ethertype: rule.ethertype,
    protocol: rule.protocol === 'icmp' && rule.ethertype === 'IPv6' ? 'ipv6-icmp' : rule.protocol,
    port_range_min: rule.portMin,
    port_range_max: rule.portMax,
    remote_ip_prefix: rule.cidr,
    description: '',
  }));
  // Neutron's defaults for a new group, which then keeps its own.
  const open = rules.some(({ direction }) => direction === 'egress') ? [] : (['IPv4', 'IPv6'] as const).map(everythingOut);
  // The customer's first: of two equal rules, neutron accepts only one.
  const byKey = new Map<string, WantedRule>();
  for (const rule of [...theirs, ...own, ...open]) if (!byKey.has(keyOf(rule))) byKey.set(keyOf(rule), rule);
  return [...byKey.values()];
}

function everythingOut(ethertype: 'IPv4' | 'IPv6'): WantedRule {
  return {
    direction: 'egress',
    ethertype,
    protocol: null,
    port_range_min: null,
    port_range_max: null,
    remote_ip_prefix: null,
    description: '',
  };
}

function tcp(port: number) {
  return { protocol: 'tcp', port_range_min: port, port_range_max: port };
}

/** The rules to add to a group and to remove from it, to reach these rules: neutron cannot change a rule. */
export function ruleChanges(present: readonly GroupRule[], wanted: readonly WantedRule[]): { add: WantedRule[]; remove: string[] } {
  const there = new Map(present.map((rule) => [keyOf(rule), rule]));
  const asked = new Map(wanted.map((rule) => [keyOf(rule), rule]));
  // Ownership affects what is shown: a rule that has become the customer's is written again.
  const isSame = (rule: GroupRule, as: WantedRule | undefined) => as !== undefined && (rule.description ?? '') === as.description;
  const remove = present.filter((rule) => !isSame(rule, asked.get(keyOf(rule))) && !isDefaultOf(rule, asked));
  const kept = new Set(present.filter((rule) => !remove.includes(rule)).map(keyOf));
  return { add: wanted.filter((rule) => !kept.has(keyOf(rule)) || !there.has(keyOf(rule))), remove: remove.map(({ id }) => id) };
}

/** A new group allows all egress, without a description. */
function isDefaultOf(rule: GroupRule, asked: ReadonlyMap<string, WantedRule>): boolean {
  return (rule.description ?? '') === '' && asked.get(keyOf(rule))?.description === '';
}

/** The customer's rules in a group. */
export function rulesIn(rules: readonly GroupRule[]): MachineFirewallRule[] {
  return rules
    .filter(({ description }) => description !== OURS)
    .flatMap((rule): MachineFirewallRule[] => {
      const protocol = protocolOf(rule.protocol);
      if (protocol === null) return [];
      return [
        {
          direction: rule.direction,
          protocol,
          ethertype: rule.ethertype,
          cidr: rule.remote_ip_prefix ?? anywhere(rule.ethertype),
          portMin: rule.port_range_min,
          portMax: rule.port_range_max,
        },
      ];
    });
}

function protocolOf(name: string | null): MachineFirewallRule['protocol'] | null {
  if (name === 'tcp' || name === 'udp' || name === 'icmp') return name;
  return name === 'ipv6-icmp' || name === 'icmpv6' ? 'icmp' : null;
}

function anywhere(ethertype: 'IPv4' | 'IPv6'): string {
  return ethertype === 'IPv4' ? '0.0.0.0/0' : '::/0';
}

function keyOf(rule: Omit<WantedRule, 'description'> & { readonly remote_group_id?: string | null | undefined }): string {
  const protocol = rule.protocol === 'icmpv6' ? 'ipv6-icmp' : rule.protocol;
  const ports = [rule.port_range_min, rule.port_range_max];
  return [
    rule.direction,
    rule.ethertype,
    protocol,
    ...ports,
    rule.remote_ip_prefix ?? anywhere(rule.ethertype),
    rule.remote_group_id ?? '',
  ].join(' ');
}
