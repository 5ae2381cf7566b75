import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addSshKey, call, deploy, untilActive } from '../testing/boreal-process-client.ts';
import type { DemoFile } from '../testing/boreal-process-home.ts';
import { browsedBoreal, DESK_AND_PHONE } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn, untilTrue, looksWell, picture } from '../testing/browser.ts';
import { button, dialog, inDialog, title } from '../testing/console-page.ts';
import { cutOff } from '../testing/cut-off.ts';

const SERVERS = '/console/servers';

let demo: DemoFile;
let sshKeyId: string;
const stage = browsedBoreal({}, async () => {
  demo = await stage.home.demo();
  const [{ restKey }] = demo.customers;
  sshKeyId = await addSshKey(stage.boreal, restKey);
  for (const name of ['trainer', 'crawler'])
    await untilActive(stage.boreal, restKey, await deploy(stage.boreal, restKey, { productId: 'l4-x1', sshKeyId, name }));
});

test('a filter is saved, told, applied, replaced and deleted, and is a name for an address', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  await page.goto(SERVERS);
  await page.getByRole('link', { name: 'trainer' }).waitFor();
  await button(page, 'Saved filters').click();
  assert.equal(await page.getByRole('menuitem', { name: 'Save this filter…' }).getAttribute('aria-disabled'), 'true');
  await page.keyboard.press('Escape');

  await page.getByLabel('Search', { exact: false }).first().fill('crawl');
  await page.getByRole('link', { name: 'trainer' }).waitFor({ state: 'detached' });
  await save(page, 'Crawlers');
  await button(page, 'Filter: Crawlers').waitFor();
  assert.equal(new URL(page.url()).search, '?search=crawl');
  await looksWell(page, 'saved-1280-light');

  // Changed, it is no longer the saved one; by its name, it is again.
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await button(page, 'Saved filters').waitFor();
  await page.getByLabel('Search', { exact: false }).first().fill('');
  await page.getByRole('link', { name: 'trainer' }).waitFor();
  await button(page, 'Saved filters').click();
  await picture(page, 'menu-1280-light');
  await page.getByRole('menuitem', { name: 'Crawlers' }).click();
  await button(page, 'Filter: Crawlers').waitFor();
  await page.getByRole('link', { name: 'trainer' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Search', { exact: false }).first().inputValue(), 'crawl');
  await page.reload();
  await button(page, 'Filter: Crawlers').waitFor();
  await page.getByRole('link', { name: 'crawler' }).waitFor();

  // The same name again, in other letters, replaces it, and says so before.
  await page.getByLabel('Search', { exact: false }).first().fill('train');
  await button(page, 'Saved filters').click();
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
  await inDialog(page, 'Save').click();
  await dialog(page).getByText('Enter a name.').waitFor();
  await dialog(page).getByLabel('Name').fill('CRAWLERS');
  await dialog(page).getByText('You already have a filter called “Crawlers”. Saving replaces it.').waitFor();
  await looksWell(page, 'replace-1280-light');
  await inDialog(page, 'Replace').click();
  await button(page, 'Filter: CRAWLERS').waitFor();

  await page.getByLabel('Search', { exact: false }).first().fill('other');
  await button(page, 'Saved filters').click();
  await page.getByRole('menuitem', { name: 'Manage saved filters…' }).click();
  await inDialog(page, 'Replace “CRAWLERS” with the current filter').click();
  await button(page, 'Delete “CRAWLERS”').waitFor();
  await looksWell(page, 'manage-1280-light');
  await inDialog(page, 'Delete “CRAWLERS”').click();
  await dialog(page).getByText('You have no saved filters for this list.').waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await dialog(page).waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
  await close();
});

test('what a list is filtered with stands in one row of a laptop’s screen, in French too, and none of it is cut off', async () => {
  const walks = [
    { who: demo.customers[0], paths: [SERVERS, '/console/audit', '/console/billing/invoices', '/console/billing/transactions'] },
    { who: demo.operator, paths: ['/operator/money/invoices', '/operator/audit', '/operator/plans'] },
  ];
  for (const { who, paths } of walks) {
    const { page, close } = await stage.open({ language: 'fr-CA' });
    await signIn(page, who);
    for (const path of paths) {
      await page.goto(path);
      const button = page.getByRole('button', { name: 'Filtres enregistrés' });
      await button.waitFor();
      const field = page.getByRole('main').locator('input:not([type=checkbox])').first();
      const [first, last] = [await field.boundingBox(), await button.boundingBox()];
      assert.equal(Math.round(first?.y ?? 0), Math.round(last?.y ?? 1), `${path}: one row`);
      assert.deepEqual(await cutOff(page), [], path);
    }
    await close();
  }
});

test('what a server was charged is saved from its page, for a spreadsheet and for a program', async () => {
  const { page, problems, close } = await stage.open({ width: 390 });
  await signIn(page, demo.customers[0]);
  await page.goto(SERVERS);
  await page.getByRole('link', { name: 'trainer' }).click();
  await page.getByRole('tab', { name: 'Usage & budget' }).click();
  for (const [name, begins] of [
    ['Download CSV', /^\uFEFFfrom,to,hourly rate CAD,/],
    ['Download JSON', /^\{"serverId":"srv_/],
  ] as const) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
    assert.match(file.suggestedFilename(), /^usage-srv_\w+\.(csv|json)$/);
    assert.match(await readFile(await file.path(), 'utf8'), begins);
  }
  await assertFits(page);
  await assertAccessible(page);
  assert.deepEqual(problems, []);
  await close();
});

test('what one person saved is not another’s, and a broken value breaks nothing', async () => {
  const { page, problems, close } = await stage.open({ width: 390, scheme: 'dark' });
  await signIn(page, demo.customers[0]);
  await page.goto(`${SERVERS}?search=crawl`);
  await page.getByRole('link', { name: 'crawler' }).waitFor();
  await save(page, 'Of the first');
  const keys = await keysOf(page);
  assert.equal(keys.length, 1);
  assert.match(keys[0] ?? '', new RegExp(`^boreal\\.list\\.[^.]+\\.${demo.customers[0].accountId}\\.servers$`));
  for (const broken of ['{', '[]', '{"saved":[{"name":7}],"hidden":"x"}', 'null']) {
    await page.evaluate(`localStorage.setItem(${JSON.stringify(keys[0])}, ${JSON.stringify(broken)})`);
    await page.reload();
    await button(page, 'Saved filters').waitFor();
    await page.getByRole('link', { name: 'crawler' }).waitFor();
  }
  const many = { saved: Array.from({ length: 20 }, (_, at) => ({ name: `Filter ${at}`, search: `search=${at}` })) };
  await page.evaluate(`localStorage.setItem(${JSON.stringify(keys[0])}, ${JSON.stringify(JSON.stringify(many))})`);
  await page.reload();
  await page.getByRole('link', { name: 'crawler' }).waitFor();
  await button(page, 'Saved filters').click();
  await looksWell(page, 'menu-390-dark');
  // A menu longer than the screen scrolls, and stays.
  await page.getByRole('menuitem', { name: 'Filter 1', exact: true }).hover();
  await page.mouse.wheel(0, 2000);
  await untilTrue(page, `document.querySelector('[role=menu]').parentElement.scrollTop > 0`);
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
  await dialog(page).getByLabel('Name').fill('One more');
  await inDialog(page, 'Save').click();
  await dialog(page).getByText('You can save up to 20 filters for a list. Delete or replace one first.').waitFor();
  await looksWell(page, 'full-390-dark');
  // Where the browser keeps nothing, it says so.
  await page.evaluate(`Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }`);
  await dialog(page).getByLabel('Name').fill('Filter 3');
  await inDialog(page, 'Replace').click();
  await dialog(page).getByText('Your browser didn’t keep this.').waitFor();
  assert.deepEqual(problems, []);
  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(page, demo.customers[1]);
  await page.goto(`${SERVERS}?search=3`);
  await title(page, 'Servers');
  assert.equal(await page.getByText('Filter 3').count(), 0);
  await close();
});

test('columns are hidden and shown again, the first never, and a telephone keeps its own', async () => {
  const { page, problems, close } = await stage.open({ scheme: 'dark' });
  await signIn(page, demo.customers[0]);
  await page.goto(SERVERS);
  await page.getByRole('columnheader', { name: 'GPU' }).waitFor();
  await button(page, 'Columns').press('Enter');
  const names = await page.getByRole('menuitemcheckbox').allTextContents();
  assert.equal(names.includes('Name'), false);
  await page.getByRole('menuitemcheckbox', { name: 'GPU' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Status' }).press('Enter');
  assert.equal(await page.getByRole('menuitemcheckbox', { name: 'GPU' }).getAttribute('aria-checked'), 'false');
  await page.getByRole('columnheader', { name: 'GPU' }).waitFor({ state: 'detached' });
  await looksWell(page, 'columns-1280-dark');
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('columnheader', { name: 'Name' }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'GPU' }).count(), 0);
  assert.equal(await page.getByRole('columnheader', { name: 'Status' }).count(), 0);
  await page.setViewportSize({ width: 390, height: 860 });
  await page.getByRole('columnheader', { name: 'Status' }).waitFor();
  assert.equal(await button(page, 'Columns').isVisible(), false);
  await looksWell(page, 'columns-390-dark');
  await page.setViewportSize({ width: 1280, height: 860 });
  await button(page, 'Columns').click();
  await page.getByRole('menuitem', { name: 'Show all columns' }).click();
  await page.getByRole('columnheader', { name: 'GPU' }).waitFor();
  assert.deepEqual(await keysOf(page), []);
  assert.deepEqual(problems, []);
  await close();
});

test('operators’ lists keep theirs, too, and the address carries what is filtered', async () => {
  const { page, problems, close } = await stage.open({ language: 'fr-CA' });
  await signIn(page, demo.operator);
  await page.goto('/operator/servers?search=crawl&status=ACTIVE');
  await page.getByRole('link', { name: 'crawler' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'trainer' }).count(), 0);
  assert.equal(await page.getByLabel('État').inputValue(), 'ACTIVE');
  await button(page, 'Filtres enregistrés').click();
  await page.getByRole('menuitem', { name: 'Enregistrer ce filtre…' }).click();
  await dialog(page).getByLabel('Nom').fill('Robots');
  await looksWell(page, 'operator-save-1280-fr');
  await inDialog(page, 'Enregistrer').click();
  await button(page, 'Filtre : Robots').waitFor();
  await button(page, 'Colonnes').click();
  await page.getByRole('menuitemcheckbox', { name: 'Produit' }).click();
  await page.keyboard.press('Escape');
  await looksWell(page, 'operator-servers-1280-fr');
  for (const path of ['accounts', 'money', 'money/orders', 'money/invoices', 'money/refunds', 'tickets', 'mail', 'audit']) {
    await page.goto(`/operator/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await looksWell(page, `operator-${path.replace('/', '-')}-1280-fr`);
  }
  // One that the list no longer knows is as none.
  await page.goto('/operator/servers?status=GONE');
  await page.getByRole('link', { name: 'trainer' }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('orders are sorted by their headings', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  for (const [name, productId] of [
    ['b-order', 'h100-sxm-x1'],
    ['a-order', 'rtx-pro-6000-x1'],
  ]) {
    const answer = await page.request.post(`/api/console/accounts/${demo.customers[0].accountId}/orders`, {
      headers: { origin: stage.boreal.siteUrl },
      data: { productId, cycle: 'monthly', sshKeyId, name },
    });
    assert.ok(answer.ok(), await answer.text());
  }
  await page.goto('/console/billing/orders');
  await title(page, 'Orders');
  const names = page.locator('table.rows tbody tr td:first-child');
  await names.nth(1).waitFor();
  for (const [heading, first] of [
    ['Server', 'a-order'],
    ['Server', 'b-order'],
    ['Plan', 'b-order'],
    ['Plan', 'a-order'],
  ] as const) {
    await page.getByRole('columnheader', { name: heading }).getByRole('button').click();
    await names.first().filter({ hasText: first }).waitFor();
  }
  await looksWell(page, 'orders-1280-light');
  await page.getByLabel('Status', { exact: true }).selectOption('Ended');
  await page.getByText('No order has this status. Choose another above.').waitFor();
  assert.equal(new URL(page.url()).search, '?status=ended');
  await save(page, 'Over');
  await button(page, 'Filter: Over').waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('All statuses');
  await names.nth(1).waitFor();
  await page.goto('/console/billing/invoices');
  const numbers = page.getByRole('link', { name: /^INV-/ });
  await numbers.nth(1).waitFor();
  const number = (await numbers.first().textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Search by number' }).fill(number.toLowerCase());
  await numbers.nth(1).waitFor({ state: 'detached' });
  assert.equal(await numbers.first().textContent(), number);
  await looksWell(page, 'invoices-1280-light');
  await page.getByLabel('To', { exact: true }).fill('2001-01-01');
  await page.getByText('No matching documents').waitFor();
  await page.getByLabel('From', { exact: true }).fill('2001-02-01');
  await page.getByText('“To” can’t be before “From”.').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

for (const [where, width, scheme] of DESK_AND_PHONE) {
  test(`plans are found by GPU, name and status, and sorted by price, ${where}`, async () => {
    const { page, problems, close } = await stage.open({ width, scheme });
    await signIn(page, demo.operator);
    await page.goto('/operator/plans');
    const names = page.locator('table.rows tbody tr td:first-child');
    await names.nth(10).waitFor();
    await page.getByLabel('GPU', { exact: true }).selectOption('H100 SXM');
    await page.getByRole('link', { name: 'L4 ×1', exact: true }).waitFor({ state: 'detached' });
    const price = page.getByRole('columnheader', { name: 'Hourly' });
    await price.getByRole('button').press('Enter');
    await price.getByRole('button').press('Enter');
    await price.and(page.locator('[aria-sort=descending]')).waitFor();
    assert.equal(await names.first().textContent(), 'H100 SXM ×8');
    await page.getByRole('searchbox', { name: 'Search by name or ID' }).fill('spot');
    await page.getByRole('link', { name: 'H100 SXM ×8', exact: true }).waitFor({ state: 'detached' });
    await names.first().waitFor();
    await save(page, 'H100 spot');
    await button(page, 'Filter: H100 spot').waitFor();
    await looksWell(page, `plans-${width}-${scheme}`);
    await page.getByLabel('Status', { exact: true }).selectOption('Retired');
    await page.getByText('No plans found').waitFor();
    assert.deepEqual(problems, []);
    await close();
  });
}

for (const [where, width, scheme] of DESK_AND_PHONE) {
  test(`hosts are sorted and filtered, in an address that can be saved, ${where}`, async () => {
    const { page, problems, close } = await stage.open({ width, scheme });
    await signIn(page, demo.operator);
    await page.goto('/operator/capacity');
    const hosts = page.getByRole('heading', { level: 3, name: /^l4-/ });
    await hosts.first().waitFor();
    const before = await hosts.allTextContents();
    const heading = page.getByRole('group', { name: 'Sort hosts by' }).getByRole('button', { name: 'GPUs in use' });
    await heading.press('Enter');
    await heading.press('Enter');
    await page.getByRole('button', { name: 'GPUs in use, descending', pressed: true }).waitFor();
    assert.equal(new URL(page.url()).search, '?sort=used&desc=true');
    assert.equal((await hosts.allTextContents()).length, before.length);
    await page.getByRole('searchbox', { name: 'Search hosts by name' }).fill('l4-0');
    await page.getByText('No host of this pool matches the filter.').first().waitFor();
    await save(page, 'Small ones');
    await button(page, 'Filter: Small ones').waitFor();
    await looksWell(page, `hosts-${width}-${scheme}`);
    assert.deepEqual(problems, []);
    await close();
  });
}

for (const [where, width, scheme] of [
  ['at a desk', 1280, 'dark'],
  ['on a telephone', 390, 'light'],
] as const) {
  test(`deleted servers are listed by their status, with nothing to be done with them, ${where}`, async () => {
    const { page, problems, close } = await stage.open({ width, scheme });
    const name = `gone-${width}`;
    await signIn(page, demo.customers[0]);
    const { restKey } = demo.customers[0];
    const id = await deploy(stage.boreal, restKey, { productId: 'l4-x1', sshKeyId, name });
    const answer = await call(stage.boreal, { method: 'DELETE', path: `/servers/${id}`, key: restKey });
    assert.equal(answer.status, 200);
    await page.goto(`${SERVERS}?status=DELETED`);
    await page.getByRole('link', { name }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'trainer' }).count(), 0);
    assert.equal(await page.getByRole('table').getByRole('checkbox').count(), 0);
    assert.equal(await button(page, `Actions of ${name}`).count(), 0);
    assert.equal(await page.getByRole('cell', { name: 'Prepaid' }).count(), 0, 'what was billed by the hour was not prepaid');
    await looksWell(page, `deleted-${width}-${scheme}`);
    await page.getByRole('link', { name }).click();
    await page.getByText('This server is deleted').waitFor();
    assert.deepEqual(problems, []);
    await close();
  });
}

async function save(page: Page, name: string): Promise<void> {
  await button(page, 'Saved filters').click();
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
  await dialog(page).getByLabel('Name').fill(name);
  await inDialog(page, 'Save').click();
  await dialog(page).waitFor({ state: 'detached' });
}

async function keysOf(page: Page): Promise<string[]> {
  const keys = await page.evaluate('Object.keys(localStorage)');
  return Array.isArray(keys) ? keys.map(String).filter((key) => key.startsWith('boreal.list.')) : [];
}
