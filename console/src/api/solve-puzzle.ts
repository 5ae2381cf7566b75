import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

export interface Puzzle {
  readonly puzzle: string;
  /** How many zero bits the hash of `puzzle:number` must begin with. */
  readonly bits: number;
}

/** Some tens of milliseconds of work. */
const TOLD_EVERY = 16_384;

/**
 * The first number that solves a puzzle. Not with the browser's own `crypto.subtle`: that exists over https only, and for one short
 * text at a time it is six times slower.
 */
export function solvePuzzle({ puzzle, bits }: Puzzle, onTried: (count: number) => void): number {
  const begun = sha256.create().update(utf8ToBytes(`${puzzle}:`));
  for (let nonce = 0; ; nonce += 1) {
    if (
      beginsWithZeros(
        begun
          .clone()
          .update(utf8ToBytes(String(nonce)))
          .digest(),
        bits,
      )
    )
      return nonce;
    if (nonce % TOLD_EVERY === 0) onTried(nonce);
  }
}

function beginsWithZeros(bytes: Uint8Array, bits: number): boolean {
  const whole = Math.floor(bits / 8);
  const rest = bits % 8;
  return bytes.subarray(0, whole).every((byte) => byte === 0) && (rest === 0 || (bytes[whole] ?? 0) >> (8 - rest) === 0);
}
