import { OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import { isDeepStrictEqual } from 'node:util';

/**
 * What a request asks for; null: a newer version that runs alongside wrote it, with a value or field that this version does not know. Done
 * here, it would be done only in part: it is left to the newer version.
 */
export function ourDeed(stored: unknown): OperatorDeed | null {
  const { data = null } = OperatorDeed.safeParse(stored);
  return isDeepStrictEqual(data, stored) ? data : null;
}
