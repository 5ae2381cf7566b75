import { z } from 'zod';

/** What is known of the hardware of a plan, besides its sizes; null where nobody has said it. */
export const PlanFacts = z.object({
  planId: z.string(),
  /** As the operator declares them: `AMD EPYC 9654`, `25 Gbit/s`. */
  cpuModel: z.string().nullable(),
  network: z.string().nullable(),
  /** GB/s of one GPU's memory, by its maker's data sheet. */
  gpuBandwidth: z.number().nullable(),
  /** How the GPUs of a server speak with each other, both directions together. */
  gpuLink: z.object({ kind: z.string(), gbPerSecond: z.number() }).nullable(),
});
export type PlanFacts = z.infer<typeof PlanFacts>;
