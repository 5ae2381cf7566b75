import type { AnyRow } from '@boreal/contract/api/endpoint.ts';
import type { Values } from '@boreal/contract/api/request.ts';
import type { Failure } from './failure.ts';
import { answerWords } from './words/answer-words.ts';

/** A request for a row's endpoint. */
export interface Request {
  readonly row: AnyRow;
  readonly params?: Values;
  readonly query?: Values;
  readonly body?: unknown;
  /** With it, a repeated POST takes effect once. */
  readonly idempotencyKey?: string;
}

/** How to find out whether a write was carried out, without doing it twice. */
export function perhapsDone({ row, idempotencyKey }: Request): Failure['next'] {
  if (row.method === 'GET') return [];
  return idempotencyKey === undefined ? [answerWords.lookFirst] : [answerWords.repeatWith(idempotencyKey)];
}
