import { z } from 'zod';

/** The query of every list. Without either field, the answer has up to 1,000 items. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional().meta({ description: 'How many at most, 1 to 1000.', example: 100 }),
  cursor: z.string().min(1).max(200).optional().meta({ description: '`meta.nextCursor` of the page before.' }),
});
export type PageQuery = z.infer<typeof PageQuery>;

export const PageMeta = z
  .object({ nextCursor: z.string().nullable().meta({ description: 'Where the next page begins; null on the last one.', example: null }) })
  .meta({ id: 'PageMeta', description: 'Present when `limit` or `cursor` was given.' });
