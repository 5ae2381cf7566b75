import { rangeOf } from '../../../engines/incus/rules/networks.rules.ts';

/** An Incus network as setup creates it, and its addresses for servers. */
export interface NetworkPlan {
  /** The gateway with its prefix length, in Incus' notation: `203.0.113.17/28`. */
  readonly gateway: string;
  /** The addresses that Incus itself leases, to machines other than Boreal's. */
  readonly leased: string;
  /** `first-last`. */
  readonly servers: string;
}

/** The gateway gets the first address and Incus leases the last two; servers get those in between. */
export function planNetwork(network: string): NetworkPlan {
  const { first, last } = rangeOf(network);
  const text = (address: bigint) => [24n, 16n, 8n, 0n].map((bits) => (address >> bits) & 255n).join('.');
  return {
    gateway: `${text(first + 1n)}/${network.split('/')[1]}`,
    leased: `${text(last - 2n)}-${text(last - 1n)}`,
    servers: `${text(first + 2n)}-${text(last - 3n)}`,
  };
}

/** Private networks that home networks rarely use. */
const PRIVATE = ['10.10.0.0/24', '10.77.0.0/24', '10.123.0.0/24', '172.29.0.0/24', '192.168.223.0/24'] as const;

/** A private network that does not overlap this machine's networks (`192.168.1.10/24`); null: none is left. */
export function freePrivateNetwork(taken: readonly string[]): string | null {
  const ranges = taken.map(rangeOf);
  return PRIVATE.find((network) => ranges.every((range) => !overlap(rangeOf(network), range))) ?? null;
}

function overlap(one: ReturnType<typeof rangeOf>, other: ReturnType<typeof rangeOf>): boolean {
  return one.family === other.family && one.first <= other.last && other.first <= one.last;
}

/** For an existing network: the addresses outside its own and Incus' leases; null if Incus leases all of them. */
export function serversOf(config: Readonly<Record<string, string>>): string | null {
  const { 'ipv4.address': address, 'ipv4.dhcp.ranges': leased } = config;
  if (address === undefined || leased === undefined || !address.includes('/')) return null;
  const text = (number: bigint) => [24n, 16n, 8n, 0n].map((bits) => (number >> bits) & 255n).join('.');
  const network = rangeOf(address);
  const gateway = rangeOf(address.split('/')[0] ?? '');
  const held = [gateway, ...leased.split(',').map((range) => spanOf(range.trim()))].toSorted((a, b) => Number(a.first - b.first));
  let best: { first: bigint; last: bigint } | null = null;
  let at = network.first + 1n;
  for (const { first, last } of [...held, { first: network.last, last: network.last }]) {
    const free = { first: at, last: first - 1n };
    if (free.last >= free.first && (best === null || free.last - free.first > best.last - best.first)) best = free;
    if (last + 1n > at) at = last + 1n;
  }
  return best === null ? null : `${text(best.first)}-${text(best.last)}`;
}

function spanOf(range: string): { first: bigint; last: bigint } {
  const [first = '', last = first] = range.split('-');
  return { first: rangeOf(first).first, last: rangeOf(last).first };
}
