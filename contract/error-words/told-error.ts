import type { ErrorDetails } from '../errors/details.ts';
import type { Told } from '../words/language.ts';

/** What people read of each error: what happened and what to do next, from its details. */
export type ErrorWords = { readonly [C in keyof ErrorDetails]: (details: ErrorDetails[C]) => Told };
