import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGES = new URL('../pages/', import.meta.url).pathname;

/** Lists of a handful, in an order of their own: what somebody sorts them by would hide what they are for. */
const IN_THEIR_ORDER = [
  'agents/agent-limits.tsx',
  'billing/cards-page.tsx',
  'billing/transactions-table.tsx',
  'operator/ledger/ledger-page.tsx',
  'operator/money/invoices/invoice-page.tsx',
  'operator/servers/server-page.tsx',
  'overview/fleet.tsx',
];

/** A column with what its cells are: from its name to them. */
const COLUMN = /\bname: ([\w.[\]'`]+),((?:(?!\bname: )[^])*?)\bcell\b/g;
/** Buttons and files, in which there is nothing to sort by. */
const DEEDS = /\.(actions?|details|pdf|rowActions)$/;

const columns = globSync('**/*.tsx', { cwd: PAGES })
  .filter((path) => !IN_THEIR_ORDER.includes(path))
  .flatMap((path) =>
    [...readFileSync(`${PAGES}${path}`, 'utf8').matchAll(COLUMN)].map(([, name = '', between = '']) => ({ path, name, between })),
  );

test('the columns of all lists are read', () => {
  expect(columns.length).toBeGreaterThan(150);
  for (const path of IN_THEIR_ORDER) expect(readFileSync(`${PAGES}${path}`, 'utf8')).toMatch(COLUMN);
});

test('every list is sorted by any of its columns', () => {
  const fixed = columns.filter(({ name, between }) => !DEEDS.test(name) && !/\bsort(By)?\b/.test(between));
  expect(fixed.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});
