import { z } from 'zod';

/** What this month comes to if everything goes on as it is; what counts against the budget, so without prepaid terms. */
export const Forecast = z.object({
  currency: z.literal('CAD'),
  timezone: z.string(),
  spent: z.number(),
  perHour: z.number(),
  expected: z.number(),
  monthlyLimit: z.number().nullable(),
  /** When the limit is met at that rate; null: not this month. */
  limitAt: z.iso.datetime().nullable(),
  monthEnd: z.iso.datetime(),
});
export type Forecast = z.infer<typeof Forecast>;
