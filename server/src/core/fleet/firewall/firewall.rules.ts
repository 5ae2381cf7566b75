import { firewallSentences } from '@boreal/contract/request-sentences/firewall.sentences.ts';
import { portText } from '@boreal/contract/servers/describe-rule.ts';
import type { AddFirewallRuleRequest, FirewallRule } from '@boreal/contract/servers/firewall.ts';
import type { ForwardedPort } from '@boreal/contract/servers/forwards.ts';
import type { MachineFirewallRule } from '../../../engines/engine.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { forwardingOf } from '../forwards/forwards.rules.ts';
import { anywhere, parseCidr } from './cidr.rules.ts';

/** What a new server lets in: SSH from anywhere, so that its owner can sign in. */
export const defaultFirewallRule = {
  direction: 'ingress',
  protocol: 'tcp',
  ethertype: 'IPv4',
  cidr: anywhere.IPv4,
  portMin: 22,
  portMax: 22,
} as const satisfies MachineFirewallRule;

/** A request's rule in its one canonical form. @throws INVALID_REQUEST naming the field */
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
    throw invalidRequest(min === undefined ? 'portRangeMax' : 'portRangeMin', firewallSentences.icmpHasNoPorts);
  }
  if (min === undefined) throw invalidRequest('portRangeMin', firewallSentences.firstPortMissing);
  const last = max ?? min;
  if (min > last) throw invalidRequest('portRangeMax', firewallSentences.portsSwapped({ last, first: min }));
  return { portMin: min, portMax: last };
}

/** A rule as every door shows it: `active` once the machine enforces the version of the rules that introduced it. */
export function firewallRuleOf(
  rule: MachineFirewallRule & { id: bigint; version: number; createdAt: Date },
  server: { firewallAppliedVersion: number },
  /** The public address that the server shares, and its ports of it; null if it has its own. */
  shared: { address: string; held: readonly ForwardedPort[] } | null,
): FirewallRule {
  return {
    id: Number(rule.id),
    direction: rule.direction,
    protocol: rule.protocol,
    ethertype: rule.ethertype,
    port: portText(rule),
    source: rule.cidr,
    status: rule.version <= server.firewallAppliedVersion ? 'active' : 'pending',
    forwarding: shared && forwardingOf(rule, shared),
    createdAt: rule.createdAt.toISOString(),
  };
}
