import ipaddr from 'ipaddr.js';

/** Groups of 16 bits that name a network of IPv6: one customer holds at least a /64 of addresses. */
const NETWORK_GROUPS = 4;

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 address. What is no address is itself. */
export function clientNetwork(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return address.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':');
}
