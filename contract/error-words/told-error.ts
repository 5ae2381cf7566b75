import type { ErrorDetails } from '../errors/details.ts';
import type { Told } from '../words/language.ts';

/** The message for each error: what happened and what to do next, built from its details. */
export type ErrorWords = { readonly [C in keyof ErrorDetails]: (details: ErrorDetails[C]) => Told };
