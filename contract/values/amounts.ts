import { z } from 'zod';
import { schemaSentences } from './schema-sentences.ts';

/**
 * An amount of CAD in a request: no finer than a millionth, the unit in which Boreal counts money, so that the stored amount is the one
 * given and a limit of 0.0000001 does not become zero.
 */
export const AmountCad = z.number({ error: noNumber }).refine(isExactInMicros, { error: schemaSentences.tooFine.en });

/** For values that are not numbers; each limit words its own "too much" or "too little". */
export function noNumber({ code }: { readonly code?: string | undefined }): string | undefined {
  return code === 'invalid_type' ? schemaSentences.amount.en : undefined;
}

/** Whether an amount is the JSON number of a whole number of micro-CAD. */
function isExactInMicros(cad: number): boolean {
  return Math.round(cad * 1_000_000) / 1_000_000 === cad;
}
