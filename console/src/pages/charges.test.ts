import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGES = new URL('.', import.meta.url).pathname;
const ENDPOINTS = new URL('../../../contract/endpoints/console/', import.meta.url).pathname;

const files = globSync('**/*.tsx', { cwd: PAGES }).map((path) => ({ path, text: readFileSync(`${PAGES}${path}`, 'utf8') }));

/**
 * What charges a card, now or later: whatever may answer that a payment is missing, or turns on what charges by itself. A server's hours are
 * taken from the credit.
 */
const charging = globSync('*.ts', { cwd: ENDPOINTS })
  .flatMap((file) =>
    readFileSync(`${ENDPOINTS}${file}`, 'utf8')
      .split(/^export const /m)
      .slice(1),
  )
  .filter((row) => row.includes("'PAYMENT_REQUIRED'") || /by itself|automatic renewal on/i.test(/'[^']*', \{/.exec(row)?.[0] ?? ''))
  .map((row) => /^\w+/.exec(row)?.[0] ?? '')
  .filter((name) => name !== 'createServer');

/** The dialogs of a file that ask before a card is charged: the component, with what it says. */
const asking = (text: string) =>
  text
    .split(/<ConfirmDialog\s/)
    .slice(1)
    .filter((dialog) => /\bcard: /.test(dialog));

test('no click charges a card before a dialog has named the amount, the card and the date', () => {
  expect(charging.toSorted()).toEqual(['createOrder', 'createTopUp', 'renewOrder', 'setAutoReload', 'setAutoRenew']);
  for (const name of charging) {
    const callers = files.filter(({ text }) => text.includes(`call(${name},`));
    expect(callers.length, name).toBeGreaterThan(0);
    for (const { path, text } of callers) expect(asking(text).length, path).toBe(1);
  }
});

test('every dialog that names a card says what it is charged, and when', () => {
  const dialogs = files.flatMap(({ path, text }) => asking(text).map((dialog) => ({ path, dialog })));
  expect(dialogs.length).toBeGreaterThanOrEqual(charging.length + 1);
  for (const { path, dialog } of dialogs) {
    expect(dialog, path).toMatch(/format\.money|\btotal,/);
    expect(dialog, path).toMatch(/format\.(date|dateTime)\(/);
  }
});
