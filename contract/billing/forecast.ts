import { z } from 'zod';

/** What this month will cost if nothing changes. Counts what the budget counts, so not prepaid terms. */
export const Forecast = z.object({
  currency: z.literal('CAD'),
  timezone: z.string(),
  spent: z.number(),
  perHour: z.number(),
  expected: z.number(),
  monthlyLimit: z.number().nullable(),
  /** When the limit will be reached at that rate; null: not this month. */
  limitAt: z.iso.datetime().nullable(),
  monthEnd: z.iso.datetime(),
});
export type Forecast = z.infer<typeof Forecast>;
