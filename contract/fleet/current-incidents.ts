import { z } from 'zod';

/** What is shown above customers' pages; kept apart from the other incident schemas, because every page of the console loads it. */
export const CurrentIncident = z.object({
  id: z.string(),
  kind: z.enum(['incident', 'maintenance', 'announcement']),
  impact: z.enum(['none', 'degraded', 'outage']),
  state: z.string(),
  startsAt: z.string(),
  title: z.object({ en: z.string(), fr: z.string() }),
  /** The latest update. */
  text: z.object({ en: z.string(), fr: z.string() }),
  saidAt: z.string(),
});
export type CurrentIncident = z.infer<typeof CurrentIncident>;
