import type { DurationRanges } from '../../engines/simulated/machine.rules.ts';

/** Makes every machine take the average time: otherwise its duration depends on its id, which cannot be repeated. */
export const averageSeconds: DurationRanges = {
  boot: { min: 8, max: 8 },
  wake: { min: 10, max: 10 },
  reboot: { min: 6, max: 6 },
  stop: { min: 3, max: 3 },
  hibernate: { min: 6, max: 6 },
  delete: { min: 2, max: 2 },
};
