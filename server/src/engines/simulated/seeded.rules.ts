/** A 32-bit number derived from words: the same words give the same number in every process and release. */
export function seedOf(...words: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join('\u0000')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return mix(hash);
}

/** A number in [0, 1) for the whole number `n`, without state: any `n` may be requested first. */
export function unitAt(seed: number, n: number): number {
  return mix(seed ^ Math.imul(n, 0x9e3779b1)) / 2 ** 32;
}

/** Smooth noise in [0, 1): passes through a new random value at every whole `x`. */
export function noiseAt(seed: number, x: number): number {
  const left = Math.floor(x);
  const way = x - left;
  const eased = way * way * (3 - 2 * way);
  return unitAt(seed, left) * (1 - eased) + unitAt(seed, left + 1) * eased;
}

/** MurmurHash3's finaliser: every bit of the input affects every bit of the result. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
