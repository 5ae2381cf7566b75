import type { Locale } from '@boreal/contract/language.ts';
import type { AddFirewallRuleRequest, FirewallRule } from '@boreal/contract/firewall.ts';
import type { MachineFirewallRule } from '../../../engines/engine.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { anywhere, parseCidr } from './cidr.rules.ts';

/** What a new server lets in: ssh, from anywhere, so that its owner can sign in. */
export const defaultFirewallRule = {
  direction: 'ingress',
  protocol: 'tcp',
  ethertype: 'IPv4',
  cidr: anywhere.IPv4,
  portMin: 22,
  portMax: 22,
} as const satisfies MachineFirewallRule;

/** A request's rule in its one canonical form. @throws INVALID_REQUEST with the field named */
export function machineRule(request: AddFirewallRuleRequest): MachineFirewallRule {
  const { direction, protocol, ethertype } = request;
  return { direction, protocol, ethertype, cidr: cidrOf(request), ...portsOf(request) };
}

function cidrOf({ remoteIpPrefix, ethertype }: AddFirewallRuleRequest): string {
  if (remoteIpPrefix === undefined) return anywhere[ethertype];
  const parsed = parseCidr(remoteIpPrefix, ethertype);
  if ('problem' in parsed) throw invalidRequest('remoteIpPrefix', parsed.problem);
  return parsed.cidr;
}

function portsOf({ protocol, portRangeMin: min, portRangeMax: max }: AddFirewallRuleRequest): {
  portMin: number | null;
  portMax: number | null;
} {
  if (min === undefined && max === undefined) return { portMin: null, portMax: null };
  if (protocol === 'icmp') {
    throw invalidRequest(min === undefined ? 'portRangeMax' : 'portRangeMin', {
      en: 'icmp has no ports. Leave both out.',
      fr: "icmp n'a pas de ports. Omettez les deux.",
    });
  }
  if (min === undefined) {
    throw invalidRequest('portRangeMin', {
      en: 'A range needs its first port. Send portRangeMin too, or only portRangeMin for one port.',
      fr: 'Une plage a besoin de son premier port. Envoyez aussi portRangeMin, ou portRangeMin seul pour un seul port.',
    });
  }
  const last = max ?? min;
  if (min > last) {
    throw invalidRequest('portRangeMax', {
      en: `The last port (${last}) is below the first (${min}). Swap them.`,
      fr: `Le dernier port (${last}) est inférieur au premier (${min}). Inversez-les.`,
    });
  }
  return { portMin: min, portMax: last };
}

/** `443`, `8000-8100`, or `any`: every port, or icmp, which has none. */
export function portText({ portMin, portMax }: Pick<MachineFirewallRule, 'portMin' | 'portMax'>): number | string {
  if (portMin === null || portMax === null) return 'any';
  return portMin === portMax ? portMin : `${portMin}-${portMax}`;
}

/** `ingress tcp 443 from 0.0.0.0/0`: a rule in one line of the activity log. */
export function describeRule(rule: MachineFirewallRule, locale: Locale = 'en'): string {
  const words = ruleWords[locale];
  const port = portText(rule);
  const what = rule.protocol === 'icmp' ? 'icmp' : `${rule.protocol} ${port === 'any' ? words.anyPort : port}`;
  const { direction, side } = words[rule.direction];
  return `${direction} ${what} ${side} ${rule.cidr}`;
}

const ruleWords = {
  en: { anyPort: 'any port', ingress: { direction: 'ingress', side: 'from' }, egress: { direction: 'egress', side: 'to' } },
  fr: { anyPort: 'tous les ports', ingress: { direction: 'entrée', side: 'depuis' }, egress: { direction: 'sortie', side: 'vers' } },
} as const;

/** A rule as every door shows it: `active` once the machine enforces the version of the rules that brought it. */
export function firewallRuleOf(
  rule: MachineFirewallRule & { id: bigint; version: number; createdAt: Date },
  server: { firewallAppliedVersion: number },
): FirewallRule {
  return {
    id: Number(rule.id),
    direction: rule.direction,
    protocol: rule.protocol,
    ethertype: rule.ethertype,
    port: portText(rule),
    source: rule.cidr,
    status: rule.version <= server.firewallAppliedVersion ? 'active' : 'pending',
    createdAt: rule.createdAt.toISOString(),
  };
}
