import type { AddFirewallRuleRequest, FirewallRule } from '@boreal/contract/servers/firewall.ts';
import type { z } from 'zod';

export type Rule = z.input<typeof AddFirewallRuleRequest>;

const ANYWHERE = { IPv4: '0.0.0.0/0', IPv6: '::/0' } as const;

/** The network of a single address; null for everywhere. */
function from(address: string | null): Pick<Rule, 'ethertype' | 'remoteIpPrefix'> {
  if (address === null) return { ethertype: 'IPv4' };
  return address.includes(':')
    ? { ethertype: 'IPv6', remoteIpPrefix: `${address}/128` }
    : { ethertype: 'IPv4', remoteIpPrefix: `${address}/32` };
}

/** One port of TCP, let in from an address or, where it is null, from everywhere. */
export const tcpIn = (port: number, address: string | null): Rule => ({
  direction: 'ingress',
  protocol: 'tcp',
  ...from(address),
  portRangeMin: port,
  portRangeMax: port,
});

export const pingIn = (address: string | null): Rule => ({ direction: 'ingress', protocol: 'icmp', ...from(address) });

/** Whether a server's rule matches a preset: from there, and its one port. */
export const isSame = (row: FirewallRule, { direction, protocol, ethertype = 'IPv4', portRangeMin, remoteIpPrefix }: Rule) =>
  row.direction === direction &&
  row.protocol === protocol &&
  row.ethertype === ethertype &&
  row.port === (portRangeMin ?? 'any') &&
  row.source === (remoteIpPrefix ?? ANYWHERE[ethertype]);

const SSH = 22;

/** Whether this rule lets somebody in with SSH. */
export function letsSshIn({ direction, protocol, port }: FirewallRule): boolean {
  if (direction !== 'ingress' || protocol !== 'tcp') return false;
  if (port === 'any') return true;
  const [first = 0, last = first] = String(port).split('-').map(Number);
  return first <= SSH && SSH <= last;
}
