import { isIP } from 'node:net';

/** A range of addresses of one family, first and last included. */
export interface Range {
  readonly family: 'IPv4' | 'IPv6';
  readonly first: bigint;
  readonly last: bigint;
}

/** Parses an address, or a network such as 10.0.0.0/8, even if the address is not the network's first. @throws RangeError */
export function rangeOf(text: string): Range {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  const width = version === 6 ? 128 : 32;
  const kept = bits === undefined ? width : Number(bits);
  if (version === 0 || !(kept >= 0 && kept <= width)) throw new RangeError(`"${text}" is neither an address nor a network`);
  const hosts = (1n << BigInt(width - kept)) - 1n;
  const number = version === 6 ? sixOf(address) : fourOf(address);
  return { family: version === 6 ? 'IPv6' : 'IPv4', first: number & ~hosts, last: number | hosts };
}

/** The ranges minus the others: sorted, and not adjacent. */
export function without(ranges: readonly Range[], others: readonly Range[]): Range[] {
  return others.reduce((left, other) => left.flatMap((range) => cut(range, other)), union(ranges));
}

function cut(range: Range, other: Range): Range[] {
  if (other.family !== range.family || other.last < range.first || other.first > range.last) return [range];
  return [
    ...(other.first > range.first ? [{ ...range, last: other.first - 1n }] : []),
    ...(other.last < range.last ? [{ ...range, first: other.last + 1n }] : []),
  ];
}

function union(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges.toSorted((a, b) =>
    a.family === b.family ? Number(a.first > b.first) - Number(a.first < b.first) : a.family < b.family ? -1 : 1,
  )) {
    const last = joined.at(-1);
    if (last?.family !== range.family || last.last + 1n < range.first) joined.push(range);
    else if (range.last > last.last) joined[joined.length - 1] = { ...last, last: range.last };
  }
  return joined;
}

/** In Incus' format: an address with its full prefix length, or the first and the last. */
export function textOf({ family, first, last }: Range): string {
  const text = family === 'IPv4' ? fourText : sixText;
  return first === last ? `${text(first)}/${family === 'IPv4' ? 32 : 128}` : `${text(first)}-${text(last)}`;
}

function fourOf(address: string): bigint {
  return address.split('.').reduce((number, part) => number * 256n + BigInt(part), 0n);
}

function sixOf(address: string): bigint {
  // The last 32 bits may be written as an IPv4 address.
  const mixed = /^(.*:)([\d.]+\.\d+)$/.exec(address);
  const four = mixed ? fourOf(mixed[2] ?? '') : 0n;
  const plain = mixed ? `${mixed[1]}${(four >> 16n).toString(16)}:${(four & 0xffffn).toString(16)}` : address;
  const [head = '', tail] = plain.split('::');
  const parts = (text: string) => text.split(':').filter((part) => part !== '');
  const [before, after] = [parts(head), parts(tail ?? '')];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].reduce((number, part) => number * 65_536n + BigInt(`0x${part}`), 0n);
}

function fourText(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((bits) => (number >> bits) & 255n).join('.');
}

function sixText(number: bigint): string {
  const parts = Array.from({ length: 8 }, (_, n) => ((number >> BigInt(112 - 16 * n)) & 0xffffn).toString(16)).join(':');
  return new URL(`http://[${parts}]`).hostname.slice(1, -1);
}
