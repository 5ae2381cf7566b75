import { expect, test } from 'vitest';
import { customerNav } from './customer-areas.ts';
import { operatorNav } from './operator-areas.ts';
import { readShortcut } from './shortcuts.rules.ts';

const free = { command: false, other: false } as const;
const ask = (key: string, changed: Partial<Parameters<typeof readShortcut>[0]> = {}) =>
  readShortcut({ key, held: free, afterG: false, single: true, ...changed }, customerNav);

test('Ctrl or ⌘ with K opens the palette, also where one types', () => {
  expect(ask('k', { held: { command: true, other: false }, single: false })).toBe('commands');
  expect(ask('K', { held: { command: true, other: false } })).toBe('commands');
  expect(ask('k', { held: { command: true, other: true } })).toBe(null);
  expect(ask('s', { held: { command: true, other: false }, afterG: true })).toBe(null);
});

test('g and then a letter goes to a page, ? tells the shortcuts, and neither where one types', () => {
  expect(ask('g')).toBe('then');
  expect(ask('s', { afterG: true })).toMatchObject({ page: { to: '/console/servers' } });
  expect(ask('?')).toBe('shortcuts');
  expect(ask('s')).toBe(null);
  expect(ask('z', { afterG: true })).toBe(null);
  for (const key of ['g', '?']) expect(ask(key, { single: false })).toBe(null);
  expect(ask('s', { afterG: true, single: false })).toBe(null);
  expect(ask('g', { held: { command: false, other: true } })).toBe(null);
});

test.each([
  ['customers', customerNav],
  ['operators', operatorNav],
])('each page of %s has a letter of its own', (_, groups) => {
  const keys = groups.flatMap(({ entries }) => entries.map(({ key }) => key));
  expect(keys.length).toBeGreaterThan(10);
  for (const key of keys) expect(key).toMatch(/^[a-z]$/);
  expect(new Set(keys).size).toBe(keys.length);
});
