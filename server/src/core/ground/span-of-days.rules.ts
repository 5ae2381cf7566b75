import { listSentences } from '@boreal/contract/request-sentences/lists.sentences.ts';
import { invalidRequest } from '../../kit/errors.ts';
import { spanOf } from './calendar.rules.ts';

/**
 * [start, end) of the days that a list is filtered by, both inclusive, on Toronto's calendar; an absent day means no bound.
 * @throws INVALID_REQUEST the last day is before the first
 */
export function spanOfDays({ from, to }: { from?: string | undefined; to?: string | undefined }): { start: Date | null; end: Date | null } {
  if (from !== undefined && to !== undefined && from > to) throw invalidRequest('to', listSentences.endsBeforeItBegins);
  return spanOf({ from, to });
}
