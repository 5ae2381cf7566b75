import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The 16-bit groups that identify an IPv6 network: one customer holds at least a /64 of addresses. */
const NETWORK_GROUPS = 4;
/** How Node writes an IPv4 client when it listens for both families. */
const MAPPED = '::ffff:';

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 address. Any other text counts as itself. */
export function clientNetwork(ip: string): string {
  if (!ip.includes(':')) return ip;
  // Called for every request, and the library takes twenty times as long for mapped addresses.
  if (ip.startsWith(MAPPED) && isIPv4(ip.slice(MAPPED.length))) return ip.slice(MAPPED.length);
  const address = readIPv6(ip);
  if (address === null) return withoutPort(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return address.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':');
}

/** Some proxies append the client's port, which would make each connection a new client. */
function withoutPort(text: string): string {
  const [, v6, v4] = /^(?:\[([0-9A-Fa-f:.%]+)\](?::\d+)?|([0-9.]+):\d+)$/.exec(text) ?? [];
  if (v4 !== undefined && isIPv4(v4)) return v4;
  return v6 !== undefined && readIPv6(v6) !== null ? clientNetwork(v6) : text;
}

/** Parses directly: validating first would parse twice. */
function readIPv6(text: string): ipaddr.IPv6 | null {
  try {
    return ipaddr.IPv6.parse(text);
  } catch {
    return null;
  }
}
