import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSshKey, deploy, untilActive } from '../testing/boreal-process-client.ts';
import type { DemoFile } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { signIn, looksWell, picture } from '../testing/browser.ts';
import { title } from '../testing/console-page.ts';

const TRANSACTIONS = '/console/billing/transactions';
/** As long as a name may be, without a space. */
const LONG = 'trainer-of-the-vision-team-in-montreal-with-a-long-name';

let demo: DemoFile;
// An hour in twelve seconds: groups have several.
const stage = browsedBoreal({ BOREAL_TIME_SCALE: '300' }, async () => {
  demo = await stage.home.demo();
  const [{ restKey }] = demo.customers;
  const sshKeyId = await addSshKey(stage.boreal, restKey);
  for (const name of [LONG, 'crawler'])
    await untilActive(stage.boreal, restKey, await deploy(stage.boreal, restKey, { productId: 'l4-x1', sshKeyId, name }));
});

for (const [where, width, scheme] of [
  ['at a desk', 1280, 'light'],
  ['on a telephone', 360, 'dark'],
] as const) {
  test(`charges are put together by server and day, open to their hours, and are searched, ${where}`, async () => {
    const { page, problems, close } = await stage.open({ width, scheme });
    await signIn(page, demo.customers[0]);
    await page.goto(TRANSACTIONS);
    await title(page, 'Transactions');
    await page.getByRole('link', { name: 'crawler' }).first().waitFor();
    await looksWell(page);
    const group = page.getByRole('row', { name: /crawler/ }).first();
    const opener = group.getByRole('button', { name: /^crawler, .+: \d+ hours?$/ });
    assert.equal(await opener.getAttribute('aria-expanded'), 'false');
    await group.getByRole('button', { name: /: ([2-9]|\d\d+) hours$/ }).waitFor();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByText('One hour', { exact: true }).nth(1).waitFor();
    assert.equal(await opener.getAttribute('aria-expanded'), 'true');
    await looksWell(page);
    await picture(page, `${width}-${scheme}-open`);
    await opener.click();
    await page.getByText('One hour', { exact: true }).waitFor({ state: 'detached' });

    await page.getByLabel('Search').fill('CRAWL');
    await page
      .getByRole('row', { name: /Credit|trainer-of/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'crawler' }).first().waitFor();
    await page.getByLabel('Search').fill('<img src=x onerror=alert(1)>%_\'"');
    await page.getByText('No matching transactions').waitFor();
    await looksWell(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: LONG }).first().waitFor();
    await page.getByLabel('Type').selectOption('usage');
    await page
      .getByRole('row', { name: /Adjustment|Promotional credit|Credit purchased/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('link', { name: LONG }).first().waitFor();
    assert.deepEqual(problems, []);
    await close();
  });
}

test('transactions sort by their headings, and their columns are chosen', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  await page.goto(TRANSACTIONS);
  const group = page.getByRole('row', { name: /crawler/ }).first();
  await group.getByRole('button', { name: /^crawler/ }).click();
  await page.getByText('One hour', { exact: true }).first().waitFor();
  const amounts = async () => {
    const cells = await page.locator('tbody tr:has(a, .mantine-Text-root)').locator('td:nth-child(3)').allTextContents();
    return cells.map((text) => Number(text.replaceAll(/[$,+]/g, '')));
  };
  await page.getByRole('button', { name: 'Amount' }).click();
  await page.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort=ascending]')).waitFor();
  const first = page.getByRole('row').nth(1);
  await first.getByRole('button', { name: /hours?$/ }).waitFor();
  await page.getByRole('button', { name: 'Amount' }).click();
  await page.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort=descending]')).waitFor();
  const [most = 0] = await amounts();
  assert.equal(most, Math.max(...(await amounts())), 'the most comes first');
  // The lines of a day stay beneath it.
  const lines = page.getByRole('row', { name: /crawler/ }).locator('xpath=following-sibling::tr[1]');
  await lines.getByText('One hour', { exact: true }).first().waitFor();
  await looksWell(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Balance after' }).click();
  await page.getByRole('columnheader', { name: 'Balance after' }).waitFor({ state: 'detached' });
  await page.reload();
  await group.waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Balance after' }).count(), 0, 'the choice is kept');
  await picture(page, 'sorted');
  assert.deepEqual(problems, []);
  await close();
});

test('days narrow the page as they narrow its files, and a small telephone has room for all of it', async () => {
  const { page, problems, close } = await stage.open({ width: 320 });
  await signIn(page, demo.customers[0]);
  await page.goto(`${TRANSACTIONS}?type=usage`);
  await page.getByRole('link', { name: 'crawler' }).first().waitFor();
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByText('No matching transactions').waitFor();
  assert.equal(new URL(page.url()).search, '?type=usage&to=2020-01-31');
  await page.getByLabel('From', { exact: true }).fill('2020-02-01');
  await page.getByText('“To” can’t be before “From”.').waitFor();
  assert.equal(await page.getByText('Download CSV').getAttribute('href'), null, 'no file is asked for that is refused');
  for (const width of [320, 360, 390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    await looksWell(page);
    await picture(page, `${width}-wrong-days`);
  }
  await page.getByLabel('To', { exact: true }).fill('');
  await page.getByRole('link', { name: 'crawler' }).first().waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download JSON' }).click()]);
  assert.match(file.url(), /\/transactions\.json\?type=usage&from=2020-02-01&language=en$/);
  await page.getByLabel('From', { exact: true }).fill('2099-01-01');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('row', { name: /Promotional credit/ }).waitFor();
  assert.equal(new URL(page.url()).search, '');
  assert.deepEqual(problems, []);
  await close();
});

test('a search that finds nothing says so and is cleared, in French on a telephone', async () => {
  const { page, problems, close } = await stage.open({ language: 'fr-CA', width: 390 });
  const person = demo.customers[1];
  await signIn(page, person);
  await page.goto(TRANSACTIONS);
  await title(page, 'Transactions');
  await page.getByLabel('Rechercher').fill('introuvable');
  await page.getByText('Aucune transaction trouvée').waitFor();
  await looksWell(page);
  await picture(page, 'fr-none');
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  assert.deepEqual(problems, []);
  await close();
});
