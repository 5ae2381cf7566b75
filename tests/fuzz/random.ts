/** Numbers that follow from a seed: the same seed makes the same choices. */
export interface Random {
  /** From 0 to below 1. */
  fraction(): number;
  /** From 0 to below `end`. */
  below(end: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** Undefined of an empty list. */
  pickAny<T>(from: readonly T[]): T | undefined;
  weighted<T extends { readonly weight: number }>(from: readonly [T, ...T[]]): T;
}

/** Mulberry32: small, quick, and good enough to choose what to try. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(fraction() * end);
  return {
    fraction,
    below,
    chance: (probability) => fraction() < probability,
    pick: (from) => from[below(from.length)] ?? from[0],
    pickAny: (from) => from[below(from.length)],
    weighted: (from) => {
      let left = fraction() * from.reduce((sum, { weight }) => sum + weight, 0);
      for (const one of from) {
        left -= one.weight;
        if (left < 0) return one;
      }
      return from[0];
    },
  };
}
