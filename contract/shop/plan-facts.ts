import { z } from 'zod';

/** What is known of a plan's hardware, besides its sizes; null where the operator has declared nothing. */
export const PlanFacts = z.object({
  planId: z.string(),
  /** As the operator declares them: `AMD EPYC 9654`, `25 Gbit/s`. */
  cpuModel: z.string().nullable(),
  network: z.string().nullable(),
  /** Memory bandwidth of one GPU in GB/s, from the maker's data sheet. */
  gpuBandwidth: z.number().nullable(),
  /** How the GPUs of a server are connected; the speed counts both directions together. */
  gpuLink: z.object({ kind: z.string(), gbPerSecond: z.number() }).nullable(),
});
export type PlanFacts = z.infer<typeof PlanFacts>;
