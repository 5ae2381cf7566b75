import { randomBytes, randomFillSync } from 'node:crypto';
import { idPrefixes, type Noun } from '@boreal/contract/values/ids.ts';
import { encodeTime, monotonicFactory } from 'ulid';

const pool = new Uint8Array(1024);
let used = pool.length;

/** A number from 0 to 1 from the system's random source, which is read for many at once: the library asks for each character. */
function randomFraction(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return (pool[used++] ?? 0) / 256;
}

// Monotonic: ids made in the same millisecond still sort in creation order.
let nextUlid = monotonicFactory(randomFraction);

/** Forgets the latest time of an id, from which new ids continue. For tests that share a process but have separate clocks. */
export function restartIds(): void {
  nextUlid = monotonicFactory(randomFraction);
}

/** Saves the state of the ids, to be restored later whatever is made meanwhile. For the same tests. */
export function keepIds(): () => void {
  const kept = nextUlid;
  return () => {
    nextUlid = kept;
  };
}

/** A new id such as `srv_01k…`: prefix, then a ULID of the given time, so that ids sort by age. */
export function newId(noun: Noun, now: Date): string {
  return `${idPrefixes[noun]}_${nextUlid(now.getTime()).toLowerCase()}`;
}

/** Sorts before every id of this noun made at this time or later, and after all earlier ones. */
export function idFloor(noun: Noun, at: Date): string {
  // No id can be made for a time before 1970.
  return `${idPrefixes[noun]}_${encodeTime(Math.max(0, at.getTime())).toLowerCase()}`;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A secret of `length` base62 characters from the system's random source, without modulo bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}
