import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { z } from 'zod';
import { browsedBoreal } from '../../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from '../../testing/browser.ts';
import { button, inDialog, title } from '../../testing/console-page.ts';

const stage = browsedBoreal();

for (const [language, width, t] of [
  [
    'en-CA',
    1280,
    {
      download: 'Download all data',
      close: 'Close the account',
      erase: 'Erase personal data',
      closed: /^Closed \w+ \d/,
      left: /Credit is left/,
    },
  ],
  [
    'fr-CA',
    390,
    {
      download: 'Télécharger toutes les données',
      close: 'Fermer le compte',
      erase: 'Effacer les données personnelles',
      closed: /^Fermé le/,
      left: /Il reste du crédit/,
    },
  ],
] as const) {
  test(`an operator takes a customer’s data along, closes the account, and is told what keeps it from being erased, ${language} at ${width}`, async () => {
    const { customers, operator } = await stage.home.demo();
    const person = customers[language === 'en-CA' ? 0 : 1];
    assert.ok(person);
    const { page, problems, close } = await stage.open({ width, language });
    await signIn(page, operator);
    await page.goto(`/operator/accounts/${person.accountId}`);
    await title(page, person.name);
    await button(page, t.erase).waitFor();
    assert.equal(await button(page, t.erase).getAttribute('aria-disabled'), 'true', 'it is not closed yet');
    await assertAccessible(page);
    await assertFits(page);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, t.download).click()]);
    const all = z.looseObject({ accountId: z.string(), complete: z.literal(true) });
    assert.equal(all.parse(JSON.parse(await readFile(await file.path(), 'utf8'))).accountId, person.accountId);

    await button(page, t.close).click();
    await page.getByRole('dialog').getByRole('textbox').fill(person.name);
    await assertAccessible(page);
    await inDialog(page, t.close).click();
    await page.getByText(t.closed).waitFor();
    await assertAccessible(page);
    await assertFits(page);

    await button(page, t.erase).click();
    await page.getByRole('dialog').getByRole('textbox').fill(person.accountId);
    await inDialog(page, t.erase).click();
    await page.getByRole('dialog').getByText(t.left).waitFor();
    await assertAccessible(page);
    assert.deepEqual(problems, []);
    await close();
  });
}
