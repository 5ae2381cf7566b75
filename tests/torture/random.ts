/** Chance that a seed repeats. */
export interface Random {
  /** A whole number in [0, below). */
  below(below: number): number;
  of<const T>(choices: readonly T[]): T;
}

/** Mulberry32: small, fast, and good enough to mix steps. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    of: (choices) => {
      const chosen = below(choices.length);
      for (const [n, choice] of choices.entries()) if (n === chosen) return choice;
      throw new Error('there is nothing to choose from');
    },
  };
}
