import type { ErrorDetails } from '../error-details.ts';
import type { Told } from '../language.ts';

/** What people read of each error: what happened and what to do next, from its details. */
export type ErrorWords = { readonly [C in keyof ErrorDetails]: (details: ErrorDetails[C]) => Told };
