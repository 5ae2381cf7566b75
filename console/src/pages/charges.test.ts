import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGES = new URL('.', import.meta.url).pathname;
const ENDPOINTS = new URL('../../../contract/endpoints/console/', import.meta.url).pathname;

/** Whatever may answer that a payment is missing charges a card, now or later; a server's hours are taken from the credit. */
const charging = globSync('*.ts', { cwd: ENDPOINTS })
  .flatMap((file) =>
    readFileSync(`${ENDPOINTS}${file}`, 'utf8')
      .split(/^export const /m)
      .slice(1),
  )
  .filter((row) => row.includes("'PAYMENT_REQUIRED'"))
  .map((row) => /^\w+/.exec(row)?.[0] ?? '')
  .filter((name) => name !== 'createServer');

test('no click charges a card before a dialog has named the amount and the card', () => {
  expect(charging.toSorted()).toEqual(['createOrder', 'createTopUp', 'renewOrder', 'setAutoReload']);
  const files = globSync('**/*.tsx', { cwd: PAGES }).map((path) => ({ path, text: readFileSync(`${PAGES}${path}`, 'utf8') }));
  for (const name of charging) {
    const callers = files.filter(({ text }) => text.includes(`call(${name},`));
    expect(callers.length, name).toBeGreaterThan(0);
    for (const { path, text } of callers) {
      const dialogs = text.split('<ConfirmDialog').slice(1);
      expect(dialogs.filter((dialog) => /card: /.test(dialog) && /format\.money/.test(dialog)).length, path).toBe(1);
    }
  }
});
