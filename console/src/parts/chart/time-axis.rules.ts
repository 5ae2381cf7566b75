const MINUTE_MS = 60_000;

/** Times at even distances, which a clock or a calendar has: minutes apart. */
const STEPS_MINUTES = [15, 60, 240, 1440, 7200, 21_600] as const;
const MOST = 7;

/** The whole requested span up to its end, however little of it was measured, and its ticks: round times for the viewer, ms. */
export function timeAxis({ endMs, spanMs }: { endMs: number; spanMs: number }): { domain: [number, number]; ticks: number[] } {
  const startMs = endMs - spanMs;
  const step = (STEPS_MINUTES.find((minutes) => spanMs / (minutes * MINUTE_MS) <= MOST) ?? 43_200) * MINUTE_MS;
  // Round for the viewer: some zones are half an hour apart, and days begin at their midnight.
  const offset = new Date(endMs).getTimezoneOffset() * MINUTE_MS;
  const ticks: number[] = [];
  for (let at = Math.ceil((startMs - offset) / step) * step + offset; at <= endMs; at += step) ticks.push(at);
  return { domain: [startMs, endMs], ticks };
}
