import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { addSshKey, deploy, untilActive } from '../testing/boreal-process-client.ts';
import type { DemoCustomer } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn, untilTrue } from '../testing/browser.ts';
import { button } from '../testing/console-page.ts';

let customer: DemoCustomer;
let serverId: string;
const stage = browsedBoreal({ BOREAL_TIME_SCALE: '40' }, async () => {
  [customer] = (await stage.home.demo()).customers;
  const sshKeyId = await addSshKey(stage.boreal, customer.restKey);
  serverId = await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId });
  await untilActive(stage.boreal, customer.restKey, serverId);
});

const rows = (page: Page) => page.locator('.xterm-rows');
const status = (page: Page) => page.getByRole('status');
const shows = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text }).waitFor();

/** The terminal of the server, opened by somebody who is signed in, as a tab of their browser. */
async function openTerminal(page: Page): Promise<Page> {
  await page.goto(`/console/servers/${serverId}`);
  await button(page, 'Open a terminal').click();
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open it in a new tab' }).click();
  const terminal = await popup;
  await status(terminal)
    .filter({ hasText: /^Connected/ })
    .waitFor();
  await shows(terminal, `@${serverId.slice(0, 12)}`);
  return terminal;
}

const type = async (page: Page, line: string) => {
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
};

test('somebody opens a terminal from their server’s page, types, sees colours, and it fits its window', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, customer);
  const terminal = await openTerminal(page);
  const said: string[] = [];
  terminal.on('console', (message) => said.push(message.text()));
  terminal.on('pageerror', (error) => said.push(error.message));
  assert.ok(!terminal.url().includes('#'), 'the link’s token stays in the address');

  await type(terminal, 'colours');
  await shows(terminal, /31 32 33 34 35 36/);
  const colours = await terminal.evaluate(
    `['31', '35'].map((text) => getComputedStyle([...document.querySelectorAll('.xterm-rows span')].find((span) => span.textContent === text)).color)`,
  );
  assert.equal(new Set(z.array(z.string()).length(2).parse(colours)).size, 2);

  await type(terminal, 'size');
  await shows(terminal, /\d+ 1\d\d/);
  await terminal.setViewportSize({ width: 700, height: 400 });
  await untilTrue(terminal, `document.querySelector('.xterm-screen').clientWidth < 700`);
  await type(terminal, 'size');
  await shows(terminal, /(1\d|2\d) [6-8]\d(?!\d)/);
  await assertFits(terminal);
  await assertAccessible(terminal);

  await type(terminal, 'exit');
  await status(terminal).filter({ hasText: 'The session has ended.' }).waitFor();
  await terminal.reload();
  await status(terminal).filter({ hasText: 'Open this page by a link' }).waitFor();
  // It speaks as the console does, whatever the browser speaks.
  await page.evaluate(`localStorage.setItem('boreal.language', 'fr')`);
  await terminal.reload();
  await status(terminal).filter({ hasText: 'Ouvrez cette page par un lien' }).waitFor();
  assert.deepEqual([...said, ...problems], []);
  await close();
});

test('what a guest prints stays inside the terminal: no title, no link, no clipboard, no markup, no size', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, customer);
  const terminal = await openTerminal(page);
  const before = await terminal.evaluate(
    '[document.title, innerWidth, document.querySelectorAll("body *").length > 0, location.href].join()',
  );
  await page.evaluate(`navigator.clipboard.writeText('mine')`);
  await terminal.bringToFront();
  const dialogs: string[] = [];
  terminal.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const opened: string[] = [];
  terminal.on('popup', (popup) => opened.push(popup.url()));

  for (const said of [
    String.raw`\e]0;pwned\a\e]2;pwned\a`,
    String.raw`\e]52;c;cHduZWQ=\a`,
    String.raw`\e[8;500;500t\e[3;0;0t`,
    String.raw`<img/src=x/onerror=alert(1)><script>alert(1)</script>`,
    String.raw`\e]8;;javascript:alert(1)\aclick-me\e]8;;\a\n`,
  ])
    await type(terminal, `printf ${said}`);
  await type(terminal, 'echo over-now');
  await shows(terminal, /over-now[\s\S]*over-now/);
  await rows(terminal).locator('span', { hasText: 'click-me' }).last().click({ force: true });

  assert.equal(
    await terminal.evaluate('[document.title, innerWidth, document.querySelectorAll("body *").length > 0, location.href].join()'),
    before,
  );
  assert.equal(await terminal.evaluate('navigator.clipboard.readText()'), 'mine');
  assert.equal(await terminal.locator('img, .xterm-rows script').count(), 0);
  assert.deepEqual([dialogs, opened, problems], [[], [], []]);
  await close();
});

test('a flood does not stop the page: it shows, and Ctrl+C ends it', async () => {
  const { page, close } = await stage.open();
  await signIn(page, customer);
  const terminal = await openTerminal(page);
  await type(terminal, 'yes');
  await shows(terminal, /y\s*y\s*y/);
  await terminal.keyboard.press('Control+c');
  await shows(terminal, /\^C/);
  await type(terminal, 'whoami');
  await shows(terminal, 'ubuntu');
  await close();
});

test('a long paste arrives whole, and a phone has the keys that its keyboard lacks', async () => {
  const { page, close } = await stage.open({ language: 'fr-CA' });
  await signIn(page, customer);
  await page.goto(`/console/servers/${serverId}`);
  await button(page, 'Ouvrir un terminal').click();
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'L’ouvrir dans un nouvel onglet' }).click();
  const terminal = await popup;
  await status(terminal).filter({ hasText: 'Connecté.' }).waitFor();
  await terminal.setViewportSize({ width: 390, height: 700 });
  await assertFits(terminal);
  await terminal.evaluate(`navigator.clipboard.writeText('echo ' + 'x'.repeat(60_000) + 'whole')`);
  await terminal.keyboard.press('Control+v');
  await terminal.keyboard.press('Enter');
  await shows(terminal, /x{5}whole\s*ubuntu@/);

  await button(terminal, 'Ctrl').click();
  await terminal.keyboard.type('c');
  await shows(terminal, /\^C/);
  await assertAccessible(terminal);
  await button(terminal, 'Ctrl').click();
  await terminal.keyboard.type('d');
  await status(terminal).filter({ hasText: 'La session est terminée.' }).waitFor();
  await close();
});
