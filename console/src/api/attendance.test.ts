import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAttended, watchAttendance } from './attendance.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a page is attended for a minute after somebody touched it', () => {
  const page = new EventTarget();
  watchAttendance(page);
  expect(isAttended(), 'it was opened').toBe(true);
  vi.advanceTimersByTime(59_000);
  page.dispatchEvent(new Event('pointermove'));
  vi.advanceTimersByTime(59_000);
  expect(isAttended()).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(isAttended()).toBe(false);
  page.dispatchEvent(new Event('keydown'));
  expect(isAttended()).toBe(true);
});
