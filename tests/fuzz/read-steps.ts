import { z } from 'zod';
import { readers, type Step } from './step.ts';

const n = z.int();
const Step: z.ZodType<Step> = z.discriminatedUnion('do', [
  z.object({
    n,
    do: z.literal('ask'),
    target: z.string(),
    reader: z.enum(readers),
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable(),
    bySocket: z.literal(true).optional(),
    times: z.int().optional(),
  }),
  z.object({ n, do: z.literal('raw'), bytes: z.string() }),
  z.object({ n, do: z.literal('pass'), ms: z.number(), tickMs: z.number() }),
  z.object({ n, do: z.literal('settle') }),
  z.object({ n, do: z.literal('tend') }),
  z.object({ n, do: z.literal('audit') }),
]);

/** Steps that a run has written down, one a line. */
export function readSteps(text: string): readonly Step[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Step.parse(JSON.parse(line)));
}
