import {
  FORWARDED_PER_RULE_MAX,
  FORWARDED_PER_SERVER_MAX,
  SSH_PORT,
  type ForwardedPort,
  type NotForwarded,
  type RuleForwarding,
} from '@boreal/contract/servers/forwards.ts';
import type { MachineFirewallRule } from '../../../engines/engine.ts';

/** A server's own port that should be reachable from outside. */
export type GuestPort = Pick<ForwardedPort, 'protocol' | 'port'>;

/** What a rule says about ports. */
export type PortRule = Pick<MachineFirewallRule, 'direction' | 'protocol' | 'ethertype' | 'portMin' | 'portMax'>;

export const sshPort: GuestPort = { protocol: 'tcp', port: SSH_PORT };

/** The ports a server wants forwarded: SSH, then those its rules open, in their order, without duplicates, up to the limit per server. */
export function wantedPorts(rules: readonly PortRule[]): GuestPort[] {
  const wanted = new Map([[keyOf(sshPort), sshPort]]);
  for (const rule of rules) for (const port of portsOf(rule)) wanted.set(keyOf(port), port);
  return [...wanted.values()].slice(0, FORWARDED_PER_SERVER_MAX);
}

export function keyOf({ protocol, port }: GuestPort): string {
  return `${protocol} ${port}`;
}

/** The ports of a rule that can be forwarded: none if the rule opens too many, or has nothing to forward. */
function portsOf(rule: PortRule): GuestPort[] {
  const { protocol, portMin, portMax } = rule;
  if (protocol === 'icmp' || !isForwardable(rule) || portMin === null || portMax === null || isTooWide(rule)) return [];
  return Array.from({ length: portMax - portMin + 1 }, (_, n) => ({ protocol, port: portMin + n }));
}

/** A shared address carries only IPv4, and only protocols with ports; egress needs no forward. */
function isForwardable({ direction, protocol, ethertype }: PortRule): boolean {
  return direction === 'ingress' && protocol !== 'icmp' && ethertype === 'IPv4';
}

function isTooWide({ portMin, portMax }: PortRule): boolean {
  return portMin === null || portMax === null || portMax - portMin >= FORWARDED_PER_RULE_MAX;
}

/** Which ports of `address` lead to which ports of a rule; null for a rule that needs none. */
export function forwardingOf(rule: PortRule, of: { address: string; held: readonly ForwardedPort[] }): RuleForwarding | null {
  if (!isForwardable(rule)) return null;
  const [min, max] = [rule.portMin ?? 1, rule.portMax ?? 65_535];
  const ports = of.held
    .filter(({ protocol, port }) => protocol === rule.protocol && port >= min && port <= max)
    .toSorted((a, b) => a.port - b.port);
  return { address: of.address, ports, refused: whyNot(rule, { opened: max - min + 1, forwarded: ports.length, held: of.held.length }) };
}

function whyNot(rule: PortRule, { opened, forwarded, held }: { opened: number; forwarded: number; held: number }): NotForwarded | null {
  if (isTooWide(rule)) return 'TOO_MANY_PORTS';
  if (forwarded === opened) return null;
  return held >= FORWARDED_PER_SERVER_MAX ? 'TOO_MANY_PORTS' : 'NO_PORT_LEFT';
}
