import { toldIn } from '@boreal/contract/words/french-spacing.ts';
import { readValue } from '@boreal/contract/values/read-value.ts';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';

/**
 * Tells a form what the server would, before it is sent.
 * @throws ApiError as the server's INVALID_REQUEST, in the language of the page
 */
export function checkBody(schema: z.ZodType, body: unknown): void {
  const read = readValue(schema, body);
  if (read.success) return;
  const language = document.documentElement.lang === 'fr' ? 'fr' : 'en';
  throw new ApiError(400, {
    error: 'INVALID_REQUEST',
    issues: read.issues.map(({ path, message }) => ({ path, message: toldIn(language, message) })),
  });
}
