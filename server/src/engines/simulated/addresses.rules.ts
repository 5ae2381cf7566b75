import { seedOf } from './seeded.rules.ts';

export interface Addresses {
  readonly ipv4: string;
  readonly ipv6: string | null;
}

/** Usable addresses of 198.18.0.0/15 (RFC 2544), without the first and the last. */
const IPV4_COUNT = 2 ** 17 - 2;
/** Has no common factor with IPV4_COUNT, so a machine gets every address before one repeats. */
const IPV4_STRIDE = 7919;

/**
 * The addresses of a machine's `generation`: the next generation's always differ, in both families.
 * Two machines may get the same ones: the caller then asks for the next generation.
 */
export function addressesOf(of: { seed: string; serverId: string; generation: number }): Addresses {
  const { seed, serverId, generation } = of;
  const offset = 1 + ((seedOf(seed, serverId, 'ipv4') + generation * IPV4_STRIDE) % IPV4_COUNT);
  const network = seedOf(seed, serverId, 'ipv6');
  return {
    ipv4: `198.${18 + (offset >>> 16)}.${(offset >>> 8) & 255}.${offset & 255}`,
    ipv6: `2001:db8:${group(network >>> 16)}:${group(network & 0xffff)}::${group(generation)}`,
  };
}

/** One group of an IPv6 address, never zero, so that the text is the canonical one (RFC 5952). */
function group(n: number): string {
  return (1 + (n % 0xffff)).toString(16);
}
