import { z } from 'zod';
import { schemaSentences } from './schema-sentences.ts';

/**
 * An amount of CAD that somebody gives: no finer than the millionth that money is counted in here, so that what is kept is what was given
 * and a limit of 0.0000001 is not taken for one of nothing.
 */
export const AmountCad = z.number({ error: noNumber }).refine(isExactInMicros, { error: schemaSentences.tooFine.en });

/** Of what is no number; what is too much or too little, each limit says itself. */
export function noNumber({ code }: { readonly code?: string | undefined }): string | undefined {
  return code === 'invalid_type' ? schemaSentences.amount.en : undefined;
}

/** Whether an amount is the JSON number of a whole count of micro-CAD. */
function isExactInMicros(cad: number): boolean {
  return Math.round(cad * 1_000_000) / 1_000_000 === cad;
}
