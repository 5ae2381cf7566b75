import { MetricsDuration, metricsWindows } from '@boreal/contract/servers/servers.ts';
import { expect, test } from 'vitest';
import { timeAxis } from './time-axis.rules.ts';

const endMs = Date.parse('2026-11-22T13:37:00Z');
const DAY_MS = 86_400_000;

test('an axis spans what was asked for, with marks at even distances', () => {
  const spans = [...MetricsDuration.options.map((duration) => metricsWindows[duration].seconds * 1000), 90 * DAY_MS];
  for (const spanMs of spans) {
    const { domain, ticks } = timeAxis({ endMs, spanMs });
    expect(domain).toEqual([endMs - spanMs, endMs]);
    expect(ticks.length).toBeGreaterThanOrEqual(3);
    expect(ticks.length).toBeLessThanOrEqual(8);
    expect(new Set(ticks.slice(1).map((at, n) => at - (ticks[n] ?? 0))).size).toBe(1);
    expect(ticks.every((at) => at >= domain[0] && at <= domain[1])).toBe(true);
  }
});
