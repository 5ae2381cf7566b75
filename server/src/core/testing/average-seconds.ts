import type { DurationRanges } from '../../engines/simulated/machine.rules.ts';

/** How long machines take when all take the average: their own durations hang on ids, which nobody can repeat. */
export const averageSeconds: DurationRanges = {
  boot: { min: 8, max: 8 },
  wake: { min: 10, max: 10 },
  reboot: { min: 6, max: 6 },
  stop: { min: 3, max: 3 },
  hibernate: { min: 6, max: 6 },
  delete: { min: 2, max: 2 },
};
