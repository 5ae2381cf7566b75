import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Costs } from '@boreal/contract/billing/costs.ts';
import type { Page } from 'playwright-core';
import { addSshKey, deploy, untilActive } from '../testing/boreal-process-client.ts';
import type { DemoFile } from '../testing/boreal-process-home.ts';
import { browsedBoreal, DESK_AND_PHONE } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn, looksWell } from '../testing/browser.ts';
import { title } from '../testing/console-page.ts';

const COSTS = '/console/billing/costs';
/** A name that a spreadsheet would run, and that is long for a telephone. */
const FORMULA = '=HYPERLINK("http://thief.example";"trainer-of-the-vision-team-in-montreal")';

let demo: DemoFile;
const stage = browsedBoreal({}, async () => {
  demo = await stage.home.demo();
  const [{ restKey, accountId, email, password }] = demo.customers;
  const sshKeyId = await addSshKey(stage.boreal, restKey);
  const ids: string[] = [];
  for (const name of ['trainer', 'crawler']) ids.push(await deploy(stage.boreal, restKey, { productId: 'l4-x1', sshKeyId, name }));
  for (const id of ids) await untilActive(stage.boreal, restKey, id);
  const { page, close } = await stage.open();
  await signIn(page, { email, password });
  const described = await page.request.put(`/api/console/accounts/${accountId}/servers/${ids[0]}/description`, {
    data: { name: FORMULA, labels: [{ key: 'équipe', value: 'vision' }] },
    headers: { origin: stage.boreal.siteUrl },
  });
  assert.equal(described.status(), 200, await described.text());
  await close();
});

for (const [language, width, scheme, forecast] of [
  ['en-CA', 1280, 'light', /^This month’s forecast: \$[\d,]+\.\d\d$/],
  ['fr-CA', 390, 'dark', /^Prévision du mois\s: [\d\s]+,\d\d\s\$$/],
] as const) {
  test(`the overview says what the month comes to and leads to the costs: ${language} at ${width}`, async () => {
    const { page, problems, close } = await stage.open({ language, width, scheme });
    await signIn(page, demo.customers[0]);
    await page.goto('/console');
    const link = page.getByRole('link', { name: forecast });
    await link.waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await link.click();
    await page.waitForURL(`**${COSTS}`);
    assert.deepEqual(problems, []);
    await close();
  });
}

for (const [where, width, scheme] of DESK_AND_PHONE) {
  test(`costs are told apart, of any days, and the address keeps what was chosen, ${where}`, async () => {
    const { page, problems, close } = await stage.open({ width, scheme });
    await signIn(page, demo.customers[0]);
    await page.goto('/console/billing');
    await page.getByRole('navigation', { name: 'Billing sections' }).getByRole('link', { name: 'Costs', exact: true }).click();
    await title(page, 'Costs');
    await page.getByText('Running cost').waitFor();
    await page.getByRole('link', { name: FORMULA }).waitFor();
    await page.getByRole('link', { name: 'crawler' }).waitFor();
    await looksWell(page);
    const [first, second, total] = await amounts(page);
    assert.ok(first && second && total && first > 0 && first + second === total, 'the rows come to the total');

    await page.getByLabel('Group by').selectOption('label');
    await page.getByRole('row', { name: /^vision/ }).waitFor();
    await page.getByRole('row', { name: /^Without this label/ }).waitFor();
    await looksWell(page);
    for (const [by, row] of [
      ['model', /^L4/],
      ['key', /^\S.*/],
      ['member', /^\S.*/],
    ] as const) {
      await page.getByLabel('Group by').selectOption(by);
      await page.waitForURL(`**${COSTS}?by=${by}`);
      await page.getByRole('row', { name: row }).first().waitFor();
      assert.equal((await amounts(page)).at(-1), total, by);
    }
    await page.getByLabel('Period').selectOption('days');
    await page.waitForURL(/by=member&period=days/);
    await page.getByRole('row', { name: /^Total/ }).waitFor();
    await page.reload();
    assert.equal(await page.getByLabel('Group by').inputValue(), 'member', 'the address keeps it');
    assert.equal(await page.getByLabel('Period').inputValue(), 'days');

    await page.getByLabel('Period').selectOption('dates');
    await page.getByLabel('From').fill('2020-02-02');
    await page.getByLabel('To', { exact: true }).fill('2020-02-01');
    await page.getByText('“To” can’t be before “From”.').waitFor();
    await looksWell(page);
    assert.equal(await page.getByRole('link', { name: /^Download/ }).count(), 0, 'no file of days that are none');
    await page.getByLabel('To', { exact: true }).fill('2021-02-01');
    await page.getByText('Choose at most 92 days.').waitFor();
    await page.getByLabel('To', { exact: true }).fill('2020-02-20');
    await page.getByText('Nothing was charged', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Deploy a server', exact: true }).waitFor();
    await looksWell(page);
    assert.deepEqual(problems, []);
    await close();
  });
}

test('a budget that will not last is told with the day, in French; the files tell the same, and run nothing', async () => {
  const { page, problems, close } = await stage.open({ language: 'fr-CA', width: 390 });
  await signIn(page, demo.customers[0]);
  await page.goto('/console/billing/budget');
  await page.getByLabel('Limite mensuelle').fill('5');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Enregistré.').waitFor();
  await page.goto(COSTS);
  await title(page, 'Coûts');
  await page.getByText(/^Au coût actuel, le budget mensuel sera atteint le .+ à .+\.$/).waitFor();
  await page
    .getByText(/5,00\s\$/)
    .first()
    .waitFor();
  await looksWell(page);
  const csv = await download(page, 'Télécharger le CSV');
  assert.match(csv.name, /^costs-acc_.+\.csv$/);
  assert.match(csv.text, /^\uFEFFdu,au,par,id,nom,GPU,/);
  assert.match(csv.text, /,"'=HYPERLINK\(/, 'a name is no formula');
  const json = await download(page, 'Télécharger le JSON');
  const told = Costs.parse(JSON.parse(json.text));
  assert.ok(told.rows.some(({ name }) => name === FORMULA));
  assert.equal(Math.round(told.total * 100), (await amounts(page)).at(-1), 'as on the page');
  assert.deepEqual(problems, []);
  await close();
});

test('a viewer sees costs and takes the files, and is offered nothing that they may not do', async () => {
  const [{ accountId, ...person }] = demo.customers;
  await stage.home.inDatabase((db) =>
    db.sql.updateTable('memberships').set({ role: 'viewer' }).where('accountId', '=', accountId).execute(),
  );
  const { page, problems, close } = await stage.open();
  await signIn(page, person);
  await page.goto(COSTS);
  await page.getByRole('link', { name: 'crawler' }).waitFor();
  await page.getByText('Monthly budget', { exact: true }).waitFor();
  assert.equal(
    await page
      .getByRole('link', { name: /budget$/ })
      .filter({ hasNotText: /^Budget$/ })
      .count(),
    0,
  );
  assert.match((await download(page, 'Download CSV')).text, /crawler/);
  await page.goto(`${COSTS}?period=dates&from=2020-01-01&to=2020-01-02`);
  await page.getByText('Nothing was charged', { exact: true }).waitFor();
  assert.equal(await page.getByRole('main').getByRole('link', { name: 'Deploy a server' }).count(), 0);
  await looksWell(page);
  assert.deepEqual(problems, []);
  await close();
});

/** What stands in the last column, cents, from the top; the last is the total. */
async function amounts(page: Page): Promise<number[]> {
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  const texts = await page.locator('table.rows :is(tbody, tfoot) tr td:last-child').allTextContents();
  return texts.map((text) => Number(text.replaceAll(/\D/g, '')));
}

async function download(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
