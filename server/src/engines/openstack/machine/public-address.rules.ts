import ipaddr from 'ipaddr.js';

const INSIDE: ReadonlySet<string> = new Set(['uniqueLocal', 'linkLocal', 'deprecatedSiteLocal', 'loopback', 'unspecified']);

/** Whether an address, or a network in CIDR notation, is globally reachable IPv6, so that it needs no translation. */
export function isPublicIpv6(text: string): boolean {
  const [address = ''] = text.split('/');
  return ipaddr.IPv6.isValid(address) && !INSIDE.has(ipaddr.IPv6.parse(address).range());
}
