import { z } from 'zod';
import type { AnyRow } from './endpoint.ts';
import { PageMeta } from './pages.ts';

/** The schema of a whole successful answer. */
export function answerOf(row: AnyRow): z.ZodType {
  if (row.kind === 'document') return row.answer;
  return row.kind === 'object' ? z.object({ data: row.data }) : z.object({ data: row.data, meta: PageMeta.optional() });
}
