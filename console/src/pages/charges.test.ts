import { globSync, readFileSync } from 'node:fs';
import * as agents from '@boreal/contract/endpoints/console/agents.ts';
import * as backups from '@boreal/contract/endpoints/backups.ts';
import { closeAccount } from '@boreal/contract/endpoints/console/closing.ts';
import * as orders from '@boreal/contract/endpoints/console/orders.ts';
import * as payments from '@boreal/contract/endpoints/console/payments.ts';
import * as servers from '@boreal/contract/endpoints/console/servers.ts';
import { closeAnyAccount } from '@boreal/contract/endpoints/operator/account-end.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';

const PAGES = new URL('.', import.meta.url).pathname;
const ENDPOINTS = new URL('../../../contract/endpoints/console/', import.meta.url).pathname;

const files = globSync('**/*.{ts,tsx}', { cwd: PAGES })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(`${PAGES}${path}`, 'utf8') }));

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

/** The fields by which a request says what the person was shown, so that the server refuses it where that is not so any more. */
const isShown = (field: string) => /^expected|^shown$|^cardId$/.test(field);

/** The fields of a row's body; of a body that may be left out, those of what may be sent. */
function fieldsOf(takes: object): string[] {
  const taken = 'body' in takes ? takes.body : undefined;
  const body = taken instanceof z.ZodDefault ? taken.unwrap() : taken;
  return body instanceof z.ZodObject ? Object.keys(body.shape) : [];
}

test('whatever is charged or refunded as it was shown sends along what was shown', () => {
  const rows = Object.entries({ ...agents, ...backups, closeAccount, closeAnyAccount, ...orders, ...payments, ...servers }).flatMap(
    ([name, row]) => ('takes' in row ? [{ name, shown: fieldsOf(row.takes).filter(isShown) }] : []),
  );
  const comparing = rows.filter(({ name, shown }) => !name.startsWith('quote') && shown.length > 0);
  expect(comparing.map(({ name }) => name)).toEqual(expect.arrayContaining(['actOnServer', 'createServer', 'deleteServer', 'renewOrder']));
  for (const { name, shown } of comparing) {
    const callers = files.filter(({ text }) => text.includes(`call(${name},`));
    expect(callers.length, name).toBeGreaterThan(0);
    for (const { path, text } of callers)
      for (const field of shown) expect(text, `${path} sends ${field}`).toMatch(new RegExp(`\\b${field}\\b`));
  }
});
