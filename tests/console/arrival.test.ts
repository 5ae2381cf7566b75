import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addSshKey, deploy } from '../testing/boreal-process-client.ts';
import type { DemoCustomer } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, signIn, tabTo } from '../testing/browser.ts';

let customer: DemoCustomer;
const stage = browsedBoreal({ BOREAL_TIME_SCALE: '120' }, async () => {
  [customer] = (await stage.home.demo()).customers;
});

let key: Promise<string> | undefined;
const ownKey = () => (key ??= addSshKey(stage.boreal, customer.restKey));

/** Waits for the page and asserts that its heading has the focus, which is when a screen reader says it. */
async function arrived(page: Page, title: string): Promise<void> {
  await page.locator('h1:focus').getByText(title, { exact: true }).waitFor();
  assert.equal(await page.title(), `${title} · Boreal`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const focusIsIn = (page: Page, selector: string) => page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`);

async function follow(page: Page, name: string): Promise<void> {
  await tabTo(page, link(page, name));
  await page.keyboard.press('Enter');
}

test('who goes to another page is told where they are, in their language, and goes on from there', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, customer);
  await arrived(page, 'Overview');
  await follow(page, 'SSH keys');
  await arrived(page, 'SSH keys');
  // Until the keys are read there may be nothing to stop at.
  await page.locator('main').getByRole('button').first().waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await focusIsIn(page, 'main *'), true, 'the next stop is in the page, not in the navigation again');
  await follow(page, 'Credit');
  await arrived(page, 'Credit');
  await follow(page, 'Orders');
  await arrived(page, 'Orders');
  await page.goBack();
  await arrived(page, 'Credit');

  await page.getByRole('button', { name: /^Language/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Français' }).press('Enter');
  await heading(page, 'Crédit').waitFor();
  assert.equal(await page.locator('h1:focus').count(), 0, 'the same page in another language is no other page');
  await follow(page, 'Clés API');
  await arrived(page, 'Clés API');
  await page.goto('/console/servers/srv_none');
  await heading(page, 'Page introuvable').waitFor();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.title(), 'Page introuvable · Boreal', 'also what is not there has a title');
  assert.deepEqual(problems, []);
  await close();
});

test('the navigation lists what billing consists of, marks the closest page alone, and fits a screen without scrolling', async () => {
  for (const [width, height] of [
    [1280, 860],
    [390, 844],
  ] as const) {
    const { page, problems, close } = await stage.open({ width });
    await page.setViewportSize({ width, height });
    await signIn(page, customer);
    const navigation = page.getByRole('navigation', { name: 'Main navigation' });
    const billing = navigation.getByRole('group', { name: 'Billing' });
    for (const [path, marked] of [
      ['/console', 'Overview'],
      ['/console/billing', 'Credit'],
      ['/console/billing/costs', 'Costs'],
      ['/console/billing/invoices', 'Invoices'],
      // What has no entry of its own belongs to the credit.
      ['/console/billing/payment-methods', 'Credit'],
    ] as const) {
      await page.goto(path);
      if (width === 390) await page.getByRole('button', { name: 'Open navigation' }).click();
      await billing.getByRole('link').first().waitFor();
      assert.deepEqual(await billing.getByRole('link').allTextContents(), ['Credit', 'Costs', 'Transactions', 'Invoices', 'Budget']);
      assert.deepEqual(await navigation.locator('[aria-current=page]').allTextContents(), [marked], path);
    }
    const [needed = 0, room = 0] = await navigation.evaluate((nav) => [nav.scrollHeight, nav.clientHeight]);
    assert.ok(needed <= room, `at ${width} px the navigation is ${needed} px high, and has ${room}`);
    assert.deepEqual(problems, []);
    await close();
  }
});

test('a page that puts the focus into its first field keeps it there, and is said all the same', async () => {
  const { page, close } = await stage.open({ language: 'fr-CA' });
  await signIn(page, customer);
  await follow(page, 'Soutien');
  await arrived(page, 'Soutien');
  await page.getByRole('button', { name: 'Écrire au soutien' }).first().click();
  await heading(page, 'Écrire au soutien').waitFor();
  assert.equal(await focusIsIn(page, 'main input'), true);
  await page.locator('#announcer[role=status]').getByText('Écrire au soutien', { exact: true }).waitFor({ state: 'attached' });
  await assertAccessible(page);
  await close();
});

test('a first load, a search, a tab and a dialog leave the focus where it is', async () => {
  const sshKeyId = await ownKey();
  const serverId = await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId, name: 'trainer' });
  const { page, problems, close } = await stage.open();
  await signIn(page, customer);
  await page.goto('/console/servers');
  await heading(page, 'Servers').waitFor();
  assert.equal(await focusIsIn(page, 'body'), true, 'the browser announces the page that it loads');

  const search = page.getByRole('textbox', { name: /^Search/ });
  await search.fill('train');
  await link(page, 'trainer').waitFor();
  assert.equal(await focusIsIn(page, 'input'), true);
  await link(page, 'trainer').click();
  await arrived(page, 'trainer');

  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  for (const [tab, path] of [
    ['Firewall', '/firewall'],
    ['Backups', '/backups'],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(`**/console/servers/${serverId}${path}`);
    await page.getByRole('tab', { name: tab, selected: true }).and(page.locator(':focus')).waitFor();
  }
  await page.getByRole('tab', { name: 'Overview' }).press('Enter');

  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await stop.and(page.locator(':not([aria-disabled])')).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  // The server's page polls every few seconds meanwhile.
  await page.waitForResponse((answer) => answer.url().endsWith(`/servers/${serverId}`));
  assert.equal(await focusIsIn(page, '[role=dialog] *'), true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await stop.and(page.locator(':focus')).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('a page brings who is signed in, and a server is asked for while the code of its page is on its way', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, customer);
  const serverId = await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId: await ownKey(), name: 'early' });
  // What the page before still asks for is not this one's.
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/console-assets\/servers-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const [request] = await Promise.all([
    page.waitForRequest((one) => new URL(one.url()).pathname.endsWith(`/servers/${serverId}`) && one.url().includes('/api/')),
    page.goto(`/console/servers/${serverId}`, { waitUntil: 'commit' }),
  ]);
  assert.equal((await request.response())?.status(), 200);
  assert.equal(await heading(page, 'early').count(), 0, 'its code is still held back');
  letGo();
  await heading(page, 'early').waitFor();
  assert.equal(asked.filter((path) => path === '/api/console/me').length, 0);
  assert.deepEqual(problems, []);
  await close();
});

for (const scheme of ['light', 'dark'] as const)
  test(`before any script has run there is something to read, and it goes when the page comes: ${scheme}`, async () => {
    const { page, problems, close } = await stage.open({ width: 390, scheme });
    const held = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    const first = page.locator('#root').getByText('Boreal', { exact: true });
    await first.waitFor();
    await assertAccessible(page);
    held.resolve();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.arriving').waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'wait' });
    assert.deepEqual(problems, []);
    await close();
  });
