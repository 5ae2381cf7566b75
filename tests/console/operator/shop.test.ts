import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addSshKey } from '../../testing/boreal-process-client.ts';
import { browsedBoreal } from '../../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn, type Visitor } from '../../testing/browser.ts';
import { button, go, inDialog, title } from '../../testing/console-page.ts';

let operator: Visitor;
let customer: Visitor;
const stage = browsedBoreal({}, async () => {
  const demo = await stage.home.demo();
  [operator, customer] = [await stage.open(), await stage.open()];
  await signIn(operator.page, demo.operator);
  await signIn(customer.page, demo.customers[0]);
});

const fill = (page: Page, name: string, value: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true }).fill(value);
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

test('an operator puts a card of their own on sale, and a customer sees it', async () => {
  const { page } = operator;
  await page.goto('/operator/plans/models');
  await button(page, 'Add a GPU model').click();
  await fill(page, 'Name', 'RTX 4090');
  await fill(page, 'Short name', 'RTX');
  await inDialog(page, 'Add a GPU model').click();
  await page.getByRole('dialog').getByText('Use lowercase letters, digits, dots and hyphens, such as rtx-4090.').waitFor();
  await page.getByRole('dialog').getByText('Enter the memory of one GPU in whole GB, such as 24.').waitFor();
  await fill(page, 'Short name', 'rtx-4090');
  await fill(page, 'Memory of one GPU, GB', '24');
  await assertAccessible(page);
  await inDialog(page, 'Add a GPU model').click();
  await said(page, 'RTX 4090 was added.');

  await go(page, 'Plans');
  await button(page, 'Add a plan').click();
  await page.getByRole('dialog').getByLabel('GPU', { exact: true }).selectOption('rtx-4090');
  await fill(page, 'GPUs', '2');
  await fill(page, 'Processor cores', '16');
  await fill(page, 'Memory, GB', '128');
  await fill(page, 'Work disk, GB', '500');
  await fill(page, 'CPU model', 'AMD Ryzen 9');
  await assertAccessible(page);
  await inDialog(page, 'Add a plan').click();
  await title(page, 'RTX 4090 ×2');
  await page.getByText('16 cores, 128 GB of memory, 100 GB system disk, 500 GB work disk').waitFor();
  await button(page, 'Change the sizes').click();
  await fill(page, 'Memory, GB', '96');
  await inDialog(page, 'Save').click();
  await page.getByText('16 cores, 96 GB of memory, 100 GB system disk, 500 GB work disk').waitFor();

  await page.getByText('AMD Ryzen 9', { exact: true }).waitFor();
  await button(page, 'Hardware').click();
  await fill(page, 'CPU model', 'AMD EPYC 9654');
  await fill(page, 'Network', '25 Gbit/s');
  await assertAccessible(page);
  await inDialog(page, 'Save').click();
  await page.getByText('AMD EPYC 9654', { exact: true }).waitFor();

  await button(page, 'Change the price').click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Hourly/)
    .fill('1.38');
  await inDialog(page, 'Change the price').click();
  await page.getByText('$1.38').first().waitFor();
  await button(page, 'Availability').click();
  for (const [box, on] of [
    ['Offered to customers', true],
    ['Deployed automatically', true],
    ['Priced on request only', false],
  ] as const) {
    await page.getByRole('dialog').getByLabel(box, { exact: true }).setChecked(on);
  }
  await inDialog(page, 'Save').click();
  await said(page, 'Availability saved.');
  await assertAccessible(page);

  await customer.page.goto('/console/deploy?plan=rtx-4090-x2');
  await customer.page.getByText('RTX 4090 ×2').first().waitFor();
  await customer.page.getByRole('radio', { name: /^RTX 4090 Memory 24 GB 1\.01 TB\/s/ }).waitFor();
  for (const known of ['PCIe between GPUs, 64 GB/s', 'CPU: AMD EPYC 9654', 'Network: 25 Gbit/s']) await said(customer.page, known);

  await button(page, 'Retire').click();
  await inDialog(page, 'Retire').click();
  await said(page, 'RTX 4090 ×2 is retired.');
  await button(page, 'Reinstate').waitFor();
  await customer.page.goto('/console/deploy');
  await customer.page.getByText('H100 SXM').first().waitFor();
  assert.equal(await customer.page.getByText('RTX 4090').count(), 0);
});

test('GPUs are compared in a list, the key used last is chosen, and what is sold out leads to what is there', async () => {
  const [{ restKey }] = (await stage.home.demo()).customers;
  await addSshKey(stage.boreal, restKey);
  await customer.page.goto('/console/deploy?plan=l4-x1');
  await button(customer.page, 'Add or create a key').click();
  await customer.page.getByRole('dialog').getByText('Generate a key pair').click();
  await fill(customer.page, 'Name', 'newest');
  await inDialog(customer.page, 'Generate key pair').click();
  await inDialog(customer.page, 'I’ve saved it').click();
  for (const width of [1280, 320]) {
    const { page, problems, close } = await stage.open({ width });
    await signIn(page, (await stage.home.demo()).customers[0]);
    await page.goto('/console/deploy');
    const list = page.getByRole('radiogroup', { name: 'GPU', exact: true });
    await list
      .getByRole('radio', { name: 'H100 SXM Memory 80 GB 3.35 TB/s On demand $3.99/h Spot $1.79/h Monthly $2,185.00 In stock' })
      .check();
    await page.getByRole('radio', { name: /^newest/, checked: true }).waitFor();
    await page.getByText('Kept in hibernation. Backups store it.').waitFor();
    await assertAccessible(page);
    await assertFits(page);
    if (width === 320) {
      // Far above the summary, the price and the button are in sight.
      const seen = await page.getByText('$3.99/h', { exact: true }).last().boundingBox();
      const deploy = await button(page, 'Deploy').boundingBox();
      assert.ok(
        seen && deploy && seen.y < 860 && deploy.y + deploy.height <= 860 && deploy.x + deploy.width <= width,
        JSON.stringify([seen, deploy]),
      );
    }
    await list.getByRole('radio', { name: /^L40S .* Sold out$/ }).check();
    await page.getByText('Available right now').waitFor();
    await assertAccessible(page);
    await button(page, /^RTX PRO 6000 ×1, /).click();
    await list.getByRole('radio', { name: /^RTX PRO 6000/, checked: true }).waitFor();
    await page.getByText('Sold out right now.').first().waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await close();
  }
  const { page } = customer;
  await page.getByRole('radio', { name: /^tests/ }).click();
  await page.reload();
  await page.getByRole('radio', { name: /^tests/, checked: true }).waitFor();
});

test('a second region is chosen by customers, and one that nobody used can be removed', async () => {
  const { page } = operator;
  await page.goto('/operator/plans/regions');
  await button(page, 'Add a region').click();
  await fill(page, 'ID', 'france-paris');
  await fill(page, 'Name', 'Paris, France');
  await fill(page, 'Country', 'FR');
  await fill(page, 'Time zone', 'Europe/Pariss');
  await inDialog(page, 'Add a region').click();
  await page.getByRole('dialog').getByText('This time zone does not exist. Enter one such as America/Toronto.').waitFor();
  await fill(page, 'Time zone', 'Europe/Paris');
  await assertAccessible(page);
  await inDialog(page, 'Add a region').click();
  await said(page, 'Paris, France was added.');

  await customer.page.goto('/console/deploy?plan=h100-sxm-x1');
  await customer.page.getByRole('combobox', { name: 'Region' }).click();
  await customer.page.getByRole('option', { name: 'Paris, France' }).click();
  // Nothing stands there yet.
  await customer.page.getByText('Sold out right now.').first().waitFor();

  await page.getByRole('group', { name: 'Paris, France' }).getByRole('button', { name: 'Remove' }).click();
  await inDialog(page, 'Remove').click();
  await said(page, 'Paris, France was removed.');
});

test('an image is declared, changed and removed', async () => {
  const { page } = operator;
  await page.goto('/operator/plans/images');
  await button(page, 'Add an image').click();
  await fill(page, 'Name', 'AlmaLinux 9');
  await fill(page, 'ID', 'almalinux-9');
  await fill(page, 'User', 'alma');
  await fill(page, 'System', 'almalinux');
  await fill(page, 'Version', '9');
  await fill(page, 'Smallest disk, GB', '6');
  await assertAccessible(page);
  await inDialog(page, 'Add an image').click();
  await said(page, 'AlmaLinux 9 was added.');
  const actions = page.getByRole('group', { name: 'AlmaLinux 9' });
  await actions.getByRole('button', { name: 'Change' }).click();
  await fill(page, 'Software', 'cuda, docker');
  await inDialog(page, 'Save').click();
  await page
    .getByRole('row', { name: /AlmaLinux 9/ })
    .getByText('cuda, docker')
    .waitFor();
  await actions.getByRole('button', { name: 'Remove' }).click();
  await inDialog(page, 'Remove').click();
  await said(page, 'AlmaLinux 9 was removed.');
});

test('the pages of the catalog are accessible, fit a phone, and speak French', async () => {
  const visitor = await stage.open({ language: 'fr-CA', width: 390, scheme: 'dark' });
  await visitor.page.context().addCookies(await operator.page.context().cookies());
  for (const [path, name] of [
    ['/operator/plans/models', 'Modèles de GPU'],
    ['/operator/plans/images', 'Images'],
    ['/operator/plans/regions', 'Régions'],
    ['/operator/plans/h100-sxm-x1', 'H100 SXM ×1'],
  ] as const) {
    await visitor.page.goto(path);
    await title(visitor.page, name);
    await visitor.page.waitForLoadState('networkidle');
    // A plan's model is told by its name, and not by its slug.
    if (path.endsWith('-x1')) await visitor.page.getByText('1 × H100 SXM', { exact: true }).waitFor();
    await assertAccessible(visitor.page);
    await assertFits(visitor.page);
  }
  assert.deepEqual([...visitor.problems, ...operator.problems, ...customer.problems], []);
  await visitor.close();
});
