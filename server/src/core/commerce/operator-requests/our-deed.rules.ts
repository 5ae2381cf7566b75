import { OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import { isDeepStrictEqual } from 'node:util';

/**
 * What a request asks for; null: a newer version beside this one asked for it, with a word or a field that this one does not know. Done here,
 * it would be done in part: it is left to the newer one.
 */
export function ourDeed(stored: unknown): OperatorDeed | null {
  const { data = null } = OperatorDeed.safeParse(stored);
  return isDeepStrictEqual(data, stored) ? data : null;
}
