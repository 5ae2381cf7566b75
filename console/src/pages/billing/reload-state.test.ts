import type { AutoReload } from '@boreal/contract/billing/payments.ts';
import { expect, test } from 'vitest';
import { firstReload } from './reload-state.ts';

const reload: AutoReload = {
  enabled: true,
  threshold: 10,
  amount: 50,
  monthlyLimit: null,
  reloadedThisMonth: 40,
  stopped: false,
  currency: 'CAD',
};

test('auto-reload is said to charge within minutes where the credit is low, or does not cover an hour, and the month’s limit has room', () => {
  const first = (balance: number, burnRatePerHour = 0, monthlyLimit: number | null = null) =>
    firstReload({ ...reload, monthlyLimit }, { threshold: 10, credits: { balance, burnRatePerHour } });
  expect(first(9.99)).toBe('now');
  expect(first(10)).toBe('later');
  expect(first(10, 10.01)).toBe('now');
  expect(first(9.99, 0, 90)).toBe('now');
  expect(first(9.99, 0, 89.99)).toBe('limit');
});
