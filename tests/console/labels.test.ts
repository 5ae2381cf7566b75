import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSshKey, deploy } from '../testing/boreal-process-client.ts';
import type { DemoFile } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from '../testing/browser.ts';
import { button, title } from '../testing/console-page.ts';

let demo: DemoFile;
const stage = browsedBoreal({}, async () => {
  demo = await stage.home.demo();
  const [{ restKey }] = demo.customers;
  const sshKeyId = await addSshKey(stage.boreal, restKey);
  for (const name of ['trainer', 'crawler']) await deploy(stage.boreal, restKey, { productId: 'l4-x1', sshKeyId, name });
});

for (const [where, width] of [
  ['at a desk', 1280],
  ['on a telephone', 360],
] as const) {
  test(`a server is renamed and labelled, and found by its label, ${where}`, async () => {
    const name = `<b>trainer</b> ${where}, whose name is long enough to be broken on a narrow screen`;
    const { page, problems, close } = await stage.open({ width });
    await signIn(page, demo.customers[0]);
    await page.goto('/console/servers');
    await page.getByRole('link', { name: /trainer/ }).click();
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Rename and label' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    for (const remove of await dialog.getByRole('button', { name: /^Remove the label/ }).all()) await remove.click();
    await dialog.getByRole('button', { name: 'Add a label' }).click();
    await dialog.getByLabel('Key').fill('no=sign');
    await dialog.getByLabel('Value').fill('vision');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/^Use letters, digits and/).waitFor();
    await assertAccessible(page);
    await dialog.getByLabel('Key').fill('équipe');
    await dialog.getByLabel('Note').fill(`Ask Camille.\nSeen ${where}.`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await title(page, name);
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`Seen ${where}.`).waitFor();
    await assertFits(page);
    await assertAccessible(page);
    // From the server's label to all that have it.
    await page.getByRole('link', { name: 'équipe=vision' }).click();
    await title(page, 'Servers');
    await page.getByRole('link', { name, exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'crawler' }).count(), 0);
    await assertFits(page);
    await assertAccessible(page);
    await page.reload();
    await page.getByRole('link', { name, exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'crawler' }).count(), 0, 'the address keeps the filter');
    assert.deepEqual(problems, []);
    await close();
  });
}
