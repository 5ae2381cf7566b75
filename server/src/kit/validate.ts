import { readValue } from '@boreal/contract/values/read-value.ts';
import type { z } from 'zod';
import { AppError } from './errors.ts';

/**
 * A value as the schema parses it.
 * @throws INVALID_REQUEST with every issue's dotted path and sentence
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = readValue(schema, value);
  if (read.success) return read.data;
  throw new AppError('INVALID_REQUEST', { issues: read.issues });
}
