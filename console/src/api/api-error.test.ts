import { expect, test } from 'vitest';
import { ApiError, isRefusal } from './api-error.ts';

test('only what was refused may be wished for under another key: what was never heard of may have been done', () => {
  const of = (status: number, error: string) => isRefusal(new ApiError(status, { error }));
  expect(of(402, 'INSUFFICIENT_CREDITS')).toBe(true);
  expect(of(409, 'IDEMPOTENCY_CONFLICT')).toBe(true);
  expect(of(409, 'IDEMPOTENCY_IN_PROGRESS')).toBe(false);
  expect(of(0, 'OFFLINE')).toBe(false);
  expect(of(500, 'INTERNAL_ERROR')).toBe(false);
  expect(of(200, 'UNREADABLE')).toBe(false);
  expect(isRefusal(new TypeError('a bug'))).toBe(false);
});
