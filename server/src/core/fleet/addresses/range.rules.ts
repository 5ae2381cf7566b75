import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A range of addresses of one family, both ends included. */
export interface AddressRange {
  readonly family: 'IPv4' | 'IPv6';
  readonly first: string;
  readonly last: string;
  readonly size: number;
}

/** The most addresses in a range: as many as a pool of hosts can use. */
export const RANGE_MAX = 65_536;

/**
 * Parses `203.0.113.16-203.0.113.30`, `203.0.113.0/28` (without its first and last address, which are the network's own) or one address.
 * Null for anything else, or more than RANGE_MAX addresses.
 */
export function parseRange(text: string): AddressRange | null {
  const [from = '', to, ...more] = text.split(text.includes('/') ? '/' : '-').map((part) => part.trim());
  if (!isAddress(from) || more.length > 0) return null;
  if (text.includes('/')) return networkRange(from, Number(to));
  const last = to ?? from;
  return isAddress(last)
    ? rangeOf(from, valueOf(from), ipaddr.parse(last).kind() === ipaddr.parse(from).kind() ? valueOf(last) : -1n)
    : null;
}

/** Written in full and without a zone: the library reads `203.0.113` as 203.0.0.113, and `203.0.113.010` in octal. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

function networkRange(address: string, prefix: number): AddressRange | null {
  const bits = ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128;
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > bits) return null;
  const size = 1n << BigInt(bits - prefix);
  const first = (valueOf(address) / size) * size;
  return size <= 2n ? rangeOf(address, first, first + size - 1n) : rangeOf(address, first + 1n, first + size - 2n);
}

function rangeOf(sample: string, first: bigint, last: bigint): AddressRange | null {
  const size = last - first + 1n;
  if (size < 1n || size > BigInt(RANGE_MAX)) return null;
  const family = ipaddr.parse(sample).kind() === 'ipv4' ? 'IPv4' : 'IPv6';
  return { family, first: textOf(first, family), last: textOf(last, family), size: Number(size) };
}

/** Every address of a range, in order. */
export function addressesIn({ family, first, size }: AddressRange): string[] {
  const begin = valueOf(first);
  return Array.from({ length: size }, (_, n) => textOf(begin + BigInt(n), family));
}

function valueOf(address: string): bigint {
  return ipaddr
    .parse(address)
    .toByteArray()
    .reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}

function textOf(value: bigint, family: AddressRange['family']): string {
  const length = family === 'IPv4' ? 4 : 16;
  const bytes = Array.from({ length }, (_, n) => Number((value >> BigInt(8 * (length - 1 - n))) & 255n));
  return ipaddr.fromByteArray(bytes).toString();
}
