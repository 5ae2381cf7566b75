import ipaddr from 'ipaddr.js';

const INSIDE: ReadonlySet<string> = new Set(['uniqueLocal', 'linkLocal', 'deprecatedSiteLocal', 'loopback', 'unspecified']);

/** Whether an address, or a network as a CIDR, is of IPv6 and leads out of the cloud: no address of ours need be translated to it. */
export function isPublicIpv6(text: string): boolean {
  const [address = ''] = text.split('/');
  return ipaddr.IPv6.isValid(address) && !INSIDE.has(ipaddr.IPv6.parse(address).range());
}
