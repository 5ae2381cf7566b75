import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addSshKey, deploy, statusOf, untilActive } from '../testing/boreal-process-client.ts';
import type { DemoFile } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, clipboard, signIn, tabTo } from '../testing/browser.ts';
import { button, dialog, done, inDialog, title } from '../testing/console-page.ts';

let demo: DemoFile;
let serverId: string;
const stage = browsedBoreal({ BOREAL_TIME_SCALE: '120' }, async () => {
  demo = await stage.home.demo();
  const [{ restKey }] = demo.customers;
  const sshKeyId = await addSshKey(stage.boreal, restKey);
  serverId = await deploy(stage.boreal, restKey, { productId: 'l4-x1', sshKeyId, name: 'Entraîneur 7' });
  await untilActive(stage.boreal, restKey, serverId);
});

const field = (page: Page) => page.getByRole('combobox', { name: /^(Search pages|Pages)/ });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const chosen = (page: Page, name: string | RegExp) => page.getByRole('option', { name, selected: true }).waitFor();

/** What the browser tells of a dialog comes sooner. */
const SETTLED_MS = 300;

const DEEDS = ['Stop', 'Reboot', 'Hibernate', 'Open a terminal', 'Copy the SSH command'].map((deed) => `${deed} Entraîneur 7`);

/** As a screen reader says them. */
async function optionNames(page: Page): Promise<string[]> {
  const told = await page.getByRole('listbox').ariaSnapshot();
  return [...told.matchAll(/option "([^"]+)"/g)].map(([, name = '']) => name);
}

async function search(page: Page, words: string): Promise<void> {
  await button(page, /^(Search Ctrl K|Rechercher)/).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(words);
}

test('the palette is loaded when it is opened, keeps the keyboard, and gives the focus back', async () => {
  const { page, problems, close } = await stage.open();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await signIn(page, demo.customers[0]);
  await title(page, 'Overview');
  assert.deepEqual(
    loaded.filter((url) => url.includes('palette')),
    [],
  );
  const opener = button(page, /^Search Ctrl K/);
  await opener.press('Enter');
  await field(page).and(page.locator(':focus')).waitFor();
  assert.ok(loaded.some((url) => url.includes('customer-palette')));
  await option(page, /^Entraîneur 7/).waitFor();
  await assertAccessible(page);
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab');
    assert.equal(
      await page.evaluate("document.activeElement === document.body || document.activeElement.closest('dialog') !== null"),
      true,
    );
  }
  await page.keyboard.press('Escape');
  await opener.and(page.locator(':focus')).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);

  // Who closes it and asks for it again before the browser has told that it is closed.
  await opener.press('Enter');
  await field(page).and(page.locator(':focus')).waitFor();
  await page.evaluate(`addEventListener('focusin', () =>
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true })),
    { once: true })`);
  await page.keyboard.press('Escape');
  await page.waitForTimeout(SETTLED_MS);
  await field(page).and(page.locator(':focus')).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('a server is found by name without accents, by id and by address, and arrows and Enter lead on', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  await page.goto('/console/servers');
  const address = await page.getByRole('cell', { name: /^\d+\.\d+\.\d+\.\d+/ }).textContent();
  for (const words of ['entraineur', serverId.toUpperCase(), address ?? '', 'active l4']) {
    // Also where one types: it is no letter.
    await page.getByRole('textbox', { name: /^Search/ }).click();
    await search(page, words);
    await chosen(page, /^Entraîneur 7/);
    // What can be done with it follows, and nothing else is found.
    await option(page, /^Stop/).waitFor();
    assert.deepEqual((await optionNames(page)).slice(1), DEEDS, words);
    await page.keyboard.press('Escape');
  }
  await search(page, 'server');
  await chosen(page, /^Servers/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await chosen(page, /^Servers/);
  await field(page).fill('nothing like it');
  await page.getByText('Nothing matches “nothing like it”.').waitFor();
  await page.keyboard.press('Enter');
  await assertAccessible(page);
  await field(page).fill('entraineur');
  await chosen(page, /^Entraîneur 7/);
  await page.keyboard.press('Enter');
  await title(page, 'Entraîneur 7');
  // The keyboard goes on from the new page's title.
  await page.locator('h1:focus').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('keys, documents and members are found, and what one begins opens where it is done', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  await search(page, 'create api');
  await page.keyboard.press('Enter');
  await title(page, 'API keys');
  await page.getByRole('dialog').getByLabel('Name').fill('nightly-ci');
  await inDialog(page, 'Create key').click();
  await inDialog(page, 'I’ve saved it').click();
  await page.waitForURL(/\/console\/api-keys$/);

  for (const [words, name, path] of [
    ['nightly', /^nightly-ci/, '/console/api-keys'],
    ['budget', /^Budget/, '/console/billing/budget'],
    [demo.customers[0].email, new RegExp(demo.customers[0].email), '/console/members'],
  ] as const) {
    await search(page, words);
    await chosen(page, name);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
  }
  await search(page, 'add an ssh');
  await page.keyboard.press('Enter');
  await title(page, 'SSH keys');
  await page.getByRole('dialog').waitFor();
  // A dialog is answered first.
  await page.keyboard.press('Control+k');
  assert.equal(await field(page).count(), 0);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await search(page, 'dark');
  await page.keyboard.press('Enter');
  await page.locator('[data-mantine-color-scheme=dark]').waitFor();
  await search(page, 'français');
  await page.keyboard.press('Enter');
  await button(page, /^Rechercher/).waitFor();
  await search(page, 'deconnecter');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/login/);
  assert.deepEqual(problems, []);
  await close();
});

test('g and a letter go to a page, ? tells which; not where one types, and not for who turns them off', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  await title(page, 'Overview');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await title(page, 'Servers');
  const box = page.getByRole('textbox', { name: /^Search/ });
  await box.click();
  await page.keyboard.type('gb?');
  assert.equal(await box.inputValue(), 'gb?');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await box.fill('');
  await page.locator('h1').click();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await shortcuts.getByText('Audit log').waitFor();
  await assertAccessible(page);
  await shortcuts.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await shortcuts.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.keyboard.press('?');
  await search(page, 'shortcuts');
  await page.keyboard.press('Enter');
  await shortcuts.waitFor();
  await title(page, 'Servers');
  assert.deepEqual(problems, []);
  await close();
});

test('operators find any account and server', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.operator);
  await search(page, 'entraineur');
  // The server looks for letters as they are written; the name here has an accent.
  await field(page).fill('ntraîneur');
  await chosen(page, /^Entraîneur 7/);
  await assertAccessible(page);
  await page.keyboard.press('Enter');
  await title(page, 'Entraîneur 7');
  await search(page, demo.customers[0].accountId);
  await page.getByRole('group', { name: 'Accounts' }).getByRole('option').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/operator/accounts/${demo.customers[0].accountId}`);
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.waitForURL('**/operator/capacity');
  assert.deepEqual(problems, []);
  await close();
});

test('what could not be searched is told, and the rest is found; on a narrow dark telephone in French, too', async () => {
  const { page, problems, close } = await stage.open({ language: 'fr-CA', width: 320, scheme: 'dark' });
  await signIn(page, demo.customers[0]);
  await title(page, 'Aperçu');
  await page.route('**/members', (route) => route.fulfill({ status: 429, json: { error: 'Too many requests', message: 'Too many.' } }));
  await button(page, /^Rechercher/).click();
  await field(page).fill('entraineur');
  await chosen(page, /^Entraîneur 7/);
  await page.getByText('Il manque des résultats.').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await assertFits(page);
  assert.deepEqual(problems, []);
  await close();
});

test('a server is stopped and started by keyboard alone, after the question that its page asks', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  await page.goto('/console/billing');
  await search(page, 'stop entr');
  await chosen(page, 'Stop Entraîneur 7');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Stop' });
  await question.getByText('A stopped server is still billed.').waitFor();
  await assertAccessible(page);
  assert.equal(new URL(page.url()).hash, '', 'loading the page again does not ask again');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await page.locator('h1:focus').waitFor();
  assert.equal(await statusOf(stage.boreal, demo.customers[0].restKey, serverId), 'ACTIVE', 'nothing is done before the answer');
  await page.goBack();
  await page.waitForURL('**/console/billing');

  await confirm(page, { search: 'entr shut down', deed: 'Stop' });
  await page.getByRole('status').getByText('Stopped', { exact: true }).waitFor();
  await search(page, 'entraineur');
  await option(page, 'Start Entraîneur 7').waitFor();
  assert.deepEqual((await optionNames(page)).slice(1), [
    'Start Entraîneur 7',
    'Hibernate Entraîneur 7',
    'Copy the SSH command Entraîneur 7',
  ]);
  await page.keyboard.press('Escape');
  await confirm(page, { search: 'start entr', deed: 'Start' });
  await untilActive(stage.boreal, demo.customers[0].restKey, serverId);
  assert.deepEqual(problems, []);
  await close();
});

async function confirm(page: Page, { search: words, deed }: { search: string; deed: string }): Promise<void> {
  await search(page, words);
  await chosen(page, `${deed} Entraîneur 7`);
  await page.keyboard.press('Enter');
  await tabTo(page, inDialog(page, deed));
  await page.keyboard.press('Enter');
  await done(page, `${deed}: requested.`);
  await dialog(page).waitFor({ state: 'detached' });
}

test('the SSH command is copied wherever one is, and its page opens where the browser does not copy; a terminal opens by two keys', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  await title(page, 'Overview');
  await search(page, 'ssh entr');
  await chosen(page, 'Copy the SSH command Entraîneur 7');
  await page.keyboard.press('Enter');
  await done(page, 'SSH command for Entraîneur 7 copied.');
  assert.match(await clipboard(page), /^ssh (-p \d+ )?ubuntu@\d+\.\d+\.\d+\.\d+$/);
  await title(page, 'Overview');

  await search(page, 'terminal');
  await chosen(page, 'Open a terminal Entraîneur 7');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Open it in a new tab' }).and(page.locator(':focus')).waitFor();
  const popup = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const terminal = await popup;
  await terminal
    .getByRole('status')
    .filter({ hasText: /^Connected/ })
    .waitFor();
  await terminal.close();
  assert.equal(new URL(page.url()).hash, '');

  await page.goto('/console/billing');
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await search(page, 'ssh entr');
  await chosen(page, 'Copy the SSH command Entraîneur 7');
  await page.keyboard.press('Enter');
  await done(page, 'Your browser blocked copying. The command is on this page.');
  await page.getByText(/^ssh .*ubuntu@/).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('whoever may only look is offered nothing to do, by the palette or a link', async () => {
  const { accountId } = demo.customers[0];
  const become = (role: 'viewer' | 'owner') =>
    stage.home.inDatabase(({ sql }) => sql.updateTable('memberships').set({ role }).where('accountId', '=', accountId).execute());
  await become('viewer');
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  await search(page, 'entraineur');
  await option(page, 'Copy the SSH command Entraîneur 7').waitFor();
  assert.deepEqual((await optionNames(page)).slice(1), ['Copy the SSH command Entraîneur 7']);
  for (const begun of ['Deploy a server', 'Add credit', 'Invite member', 'Create an API key', 'Add an SSH key', 'Stop']) {
    await field(page).fill(begun);
    assert.equal(await page.getByRole('option', { name: begun }).count(), 0, begun);
  }
  for (const wish of ['stop', 'terminal']) {
    await page.goto(`/console/servers/${serverId}#${wish}`);
    await page.waitForURL((url) => url.hash === '');
    await title(page, 'Entraîneur 7');
    assert.equal(await dialog(page).count(), 0, wish);
  }
  assert.equal(await page.getByRole('link', { name: 'Open it in a new tab' }).count(), 0);
  assert.deepEqual(problems, []);
  await close();
  await become('owner');
});

test('what people begin is in the palette, in French too', async () => {
  const { page, problems, close } = await stage.open({ language: 'fr-CA' });
  await signIn(page, demo.customers[0]);
  await search(page, 'arreter entraineur');
  await chosen(page, 'Arrêter Entraîneur 7');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Arrêter' }).getByText('Un serveur arrêté reste facturé.').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  for (const [words, name, path] of [
    ['deployer un', 'Déployer un serveur', '/console/deploy'],
    ['ajouter du credit', 'Ajouter du crédit', '/console/billing/add-credits'],
    ['inviter', 'Inviter un membre', '/console/members#invite'],
  ] as const) {
    await search(page, words);
    await chosen(page, name);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
  }
  assert.deepEqual(problems, []);
  await close();
});
