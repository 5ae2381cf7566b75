import { metricsWindows, type MetricsDuration } from '@boreal/contract/servers.ts';

/** Times at even distances, which a clock or a calendar has: minutes apart. */
const stepMinutes = { '1h': 15, '6h': 60, '1d': 240, '7d': 1440, '30d': 7200 } as const satisfies Record<MetricsDuration, number>;

/** The whole requested span, however little of it was measured, and the positions of its ticks: round times for the viewer. */
export function timeAxis(timestamps: readonly string[], duration: MetricsDuration): { domain: [number, number]; ticks: number[] } {
  const last = timestamps.at(-1);
  if (last === undefined) return { domain: [0, 0], ticks: [] };
  const end = new Date(last).getTime();
  const start = end - metricsWindows[duration].seconds * 1000;
  const step = stepMinutes[duration] * 60_000;
  // Round for the viewer: some zones are half an hour apart, and days begin at their midnight.
  const offset = new Date(end).getTimezoneOffset() * 60_000;
  const ticks: number[] = [];
  for (let at = Math.ceil((start - offset) / step) * step + offset; at <= end; at += step) ticks.push(at);
  return { domain: [start, end], ticks };
}
