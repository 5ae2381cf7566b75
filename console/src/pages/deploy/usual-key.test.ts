import { expect, test } from 'vitest';
import { usualKey } from './usual-key.rules.ts';

const keys = [
  { id: 'old', createdAt: '2026-01-01T00:00:00Z' },
  { id: 'new', createdAt: '2026-11-01T00:00:00Z' },
  { id: 'between', createdAt: '2026-05-01T00:00:00Z' },
];

test('the key that was used last is chosen, and the newest where none was or it is gone', () => {
  expect(usualKey(keys, 'old')?.id).toBe('old');
  expect(usualKey(keys, null)?.id).toBe('new');
  expect(usualKey(keys, 'removed')?.id).toBe('new');
  expect(usualKey([], 'old')).toBe(undefined);
});
