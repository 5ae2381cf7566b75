import { TIME_HEADER } from '@boreal/contract/api/time-header.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { borealNow, onBorealTime, setBorealTime } from './boreal-time.ts';

afterEach(() => vi.useRealTimers());
const answer = (time?: string) => new Response('', { headers: time === undefined ? {} : { [TIME_HEADER]: time } });

test('Boreal’s time is what its last answer said, and goes on from there by the browser’s clock', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  setBorealTime(answer('50000000'));
  expect(borealNow().getTime()).toBe(50_000_000);
  vi.advanceTimersByTime(5000);
  expect(borealNow().getTime()).toBe(50_005_000);
  setBorealTime(answer('999000'));
  expect(borealNow().getTime()).toBe(999_000);
});

test('an answer without it, or with nonsense, changes nothing', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  setBorealTime(answer('2000000'));
  for (const other of [undefined, 'soon']) setBorealTime(answer(other));
  expect(borealNow().getTime()).toBe(2_000_000);
});

test('whoever listens hears each answer, until they no longer do', () => {
  let heard = 0;
  const stop = onBorealTime(() => (heard += 1));
  setBorealTime(answer('1'));
  stop();
  setBorealTime(answer('2'));
  expect(heard).toBe(1);
});
