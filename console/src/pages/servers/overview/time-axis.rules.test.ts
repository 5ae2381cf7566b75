import { MetricsDuration, metricsWindows } from '@boreal/contract/servers.ts';
import { expect, test } from 'vitest';
import { timeAxis } from './time-axis.rules.ts';

const now = '2026-11-22T13:37:00Z';

test('an axis spans what was asked for, with marks at even distances', () => {
  for (const duration of MetricsDuration.options) {
    // A server that came up ten minutes ago.
    const { domain, ticks } = timeAxis(['2026-11-22T13:27:00Z', now], duration);
    expect(domain[1] - domain[0]).toBe(metricsWindows[duration].seconds * 1000);
    expect(ticks.length).toBeGreaterThanOrEqual(3);
    expect(ticks.length).toBeLessThanOrEqual(8);
    expect(new Set(ticks.slice(1).map((at, n) => at - (ticks[n] ?? 0))).size).toBe(1);
    expect(ticks.every((at) => at >= domain[0] && at <= domain[1])).toBe(true);
  }
});

test('without a reading there is no axis', () => {
  expect(timeAxis([], '1h')).toEqual({ domain: [0, 0], ticks: [] });
});
