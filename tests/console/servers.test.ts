import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addSshKey, deploy } from '../testing/boreal-process-client.ts';
import { mailedLink } from '../testing/mail-folder.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, clipboard, describedBy, signIn, tabTo } from '../testing/browser.ts';

let sshKeyId: string;
// Minutes of a machine's start become a second; hours of the meter, half a minute.
const stage = browsedBoreal({ BOREAL_TIME_SCALE: '120' }, async () => {
  sshKeyId = await addSshKey(stage.boreal, (await stage.home.demo()).customers[0].restKey);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const status = (page: Page, name: string) => page.getByRole('status').getByText(name, { exact: true }).first().waitFor();
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

async function signUp(page: Page, person: { email: string; password: string }): Promise<void> {
  // From the calculator, without an account: what was chosen there is still chosen once one can sign in.
  await page.goto('/calculator?plan=h100-sxm-x1');
  await page.getByRole('link', { name: /^Deploy this server Monthly term/ }).click();
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Your name').fill('Camille');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await button(page, 'Create account').click();
  await page.getByText('Agree to the current terms and privacy policy').first().waitFor();
  await page.getByRole('checkbox', { name: /^I agree to the Terms of Service and the Privacy Policy/ }).check();
  await assertAccessible(page);
  await button(page, 'Create account').click();
  await page.getByText(`We sent a confirmation link to ${person.email}.`).waitFor();
  await page.goto(await mailedLink(stage.home.dataDir, { kind: 'verify_email', to: person.email }));
  await page.getByText('Your address is confirmed.').waitFor();
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await button(page, 'Sign in').click();
  await page.getByRole('heading', { level: 1, name: /^Deploy/ }).waitFor();
  await page.waitForURL(/\/console\/deploy\?.*plan=/);
  await page.getByRole('radio', { name: /^H100 SXM/, checked: true }).waitFor();
  await page.getByRole('radio', { name: /^By the month/, checked: true }).waitFor();
  await page.goto('/console');
  await page.getByText('Welcome to Boreal').waitFor();
}

/** Taxes need an address, a charge a card, a server credit: each is asked for where it is missed, and what was chosen is still chosen after. */
async function payOnTheWay(page: Page): Promise<void> {
  const isStillChosen = async (billing: RegExp) => {
    await page.getByRole('heading', { level: 1, name: 'Deploy a server' }).waitFor();
    await page.getByRole('radio', { name: /^H100 SXM/, checked: true }).waitFor();
    await page.getByRole('radio', { name: billing, checked: true }).waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '7');
  };
  await page.goto('/console/deploy?plan=h100-sxm-x1');
  // A name that an address could read as a number.
  await page.getByLabel('Name', { exact: true }).fill('7');
  await page.getByText('By the month', { exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Add your billing address to see the total.' }).waitFor();
  await button(page, 'Add your address').click();
  await confirm(page, 'Save');
  await page.getByRole('dialog').getByLabel('Street address').and(page.locator('[aria-invalid=true]')).waitFor();
  await assertAccessible(page);
  await page.getByLabel('Street address').fill('355 rue Sainte-Catherine Ouest');
  await page.getByLabel('City').fill('Montréal');
  await page.getByLabel('Province or territory').selectOption('QC');
  await page.getByLabel('Postal code').fill('H3B 1A5');
  await confirm(page, 'Save');
  await page.getByText('Address saved.').first().waitFor();

  await page.locator('main').getByRole('link', { name: 'Add a card' }).click();
  await page.getByRole('radio', { name: 'Mastercard that works' }).check();
  await button(page, 'Save card').click();
  await page.getByText('Mastercard ending in 4444 saved.').first().waitFor();
  await isStillChosen(/^By the month/);
  await button(page, 'Order and pay…').waitFor();
  await page.reload();
  await isStillChosen(/^By the month/);

  await page.getByText('By the hour', { exact: true }).click();
  await page.locator('main').getByRole('link', { name: 'Add credit' }).click();
  await page.getByText('$100.00', { exact: true }).click();
  await button(page, 'Pay $114.98…').click();
  await confirm(page, 'Pay $114.98');
  await page.getByText('$100.00 added to your credit.').waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Continue where you left off' }).click();
  await isStillChosen(/^By the hour/);
  assert.equal(await page.locator('main').getByRole('link', { name: 'Add credit' }).count(), 0);
  await page.goto('/console');
}

test('a newcomer signs up, pays, deploys by keyboard alone, gets in, opens ports, backs up, restores, hibernates, wakes up and deletes', async () => {
  const { page, problems, close } = await stage.open();
  await signUp(page, { email: 'camille@example.com', password: 'a long enough password' });
  await payOnTheWay(page);

  // Nothing but the keyboard, up to the running server.
  // The page offers it, too, once it knows of the credit.
  await tabTo(page, page.getByRole('link', { name: 'Deploy', exact: true }).first());
  await page.keyboard.press('Enter');
  // The list of GPUs is one stop, and its arrows choose.
  await tabTo(page, page.getByRole('radio', { name: /^B200/ }));
  await page.keyboard.press('ArrowUp');
  await page
    .getByRole('radio', { name: /^L4(?!0)/, checked: true })
    .and(page.locator(':focus'))
    .waitFor();
  await tabTo(page, button(page, 'Add or create a key'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('radio', { name: 'Paste a public key' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, page.getByRole('dialog').getByLabel('Name'));
  await page.keyboard.type('laptop');
  await page.keyboard.press('Enter');
  await page.getByText('BEGIN OPENSSH PRIVATE KEY').waitFor();
  await assertAccessible(page);
  await tabTo(page, button(page, 'I’ve saved it'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('trainer');
  await page.getByText('$1.09', { exact: true }).first().waitFor();
  await assertAccessible(page);
  await tabTo(page, button(page, 'Deploy'));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/console\/servers\/srv_/);
  await page.getByRole('heading', { level: 1, name: 'trainer' }).waitFor();

  // Without a reload: the page looks for itself.
  await status(page, 'Active');
  await page.getByText(/^ssh ubuntu@\d+\.\d+\.\d+\.\d+$/).waitFor();
  await button(page, 'Copy: SSH command').click();
  assert.match(await clipboard(page), /^ssh ubuntu@/);
  await page.locator('main').getByText('$1.09/h', { exact: true }).waitFor();
  await button(page, 'More actions').click();
  await page.getByRole('menu', { name: 'More actions' }).waitFor();
  // What is not possible now is there, and says why; its reason is no part of its name.
  const start = page.getByRole('menuitem', { name: 'Start', exact: true });
  assert.equal(await start.getAttribute('aria-disabled'), 'true');
  assert.match(await describedBy(start), /Available when the server is stopped/);
  await start.click({ force: true });
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await page.getByRole('menuitem').last().textContent(), 'Delete');
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await button(page, 'More actions').and(page.locator(':focus')).waitFor();
  await page.getByText('Received').first().waitFor();
  await assertAccessible(page);

  await tab(page, 'Firewall');
  await page.getByText('My IP only (127.0.0.1)').waitFor();
  await button(page, 'Jupyter (8888)').click();
  await page.getByRole('row', { name: /8888 127\.0\.0\.1\/32/ }).waitFor();
  await page.getByText('Anyone (0.0.0.0/0)').click();
  await page.getByText(/^Anyone on the internet can reach these ports/).waitFor();
  await button(page, 'Web (80, 443)').click();
  await button(page, 'Remove ingress tcp 80 0.0.0.0/0').click();
  await page
    .getByRole('dialog')
    .getByText(/^New connections that only this rule allows/)
    .waitFor();
  await confirm(page, 'Remove');
  await button(page, 'Remove ingress tcp 80 0.0.0.0/0').waitFor({ state: 'detached' });
  await button(page, 'Remove ingress tcp 22 0.0.0.0/0').click();
  await page
    .getByRole('dialog')
    .getByText(/^This is the last rule that allows SSH\. You lose SSH access/)
    .waitFor();
  await assertAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('textbox', { name: 'Direction' })
    .or(page.getByRole('combobox', { name: 'Direction' }))
    .click();
  await page.getByRole('option', { name: 'Out' }).click();
  await page.getByText(/^All outbound traffic is allowed now\. This first outbound rule blocks all other outbound traffic/).waitFor();
  await page.getByLabel('First port').fill('70000');
  await button(page, 'Add rule').click();
  await page.getByText('Enter a port from 1 to 65535.').first().waitFor();
  assert.equal(await page.getByText('portRangeMin').count(), 0, 'no name that only a program knows');
  await assertAccessible(page);
  await page.getByRole('row', { name: '443' }).getByText('Enforced').waitFor();
  // What is there already is not asked for again; what is missing is.
  await button(page, 'Web (80, 443)').click();
  await button(page, 'Remove ingress tcp 80 0.0.0.0/0').waitFor();
  await page
    .getByRole('tooltip', { includeHidden: true })
    .getByText('The server already has these rules.')
    .first()
    .waitFor({ state: 'attached' });
  assert.match(await describedBy(button(page, /^Web/)), /The server already has these rules/);
  await assertAccessible(page);

  await tab(page, 'Backups');
  await button(page, 'Turn on').click();
  await button(page, 'Back up now').and(page.locator(':not([aria-disabled])')).click();
  await button(page, /^Restore the backup of/).click();
  await assertAccessible(page);
  await page.getByRole('dialog').getByLabel('Name of the new server').fill('trainer-again');
  await confirm(page, 'Restore');
  await page.getByRole('heading', { level: 1, name: 'trainer-again' }).waitFor();
  await status(page, 'Active');

  await button(page, 'Hibernate').click();
  await confirm(page, 'Hibernate');
  await status(page, 'Hibernated');
  // It looks so: nothing is as if it ran.
  await page.getByText('This server is hibernated').waitFor();
  await tab(page, 'Overview');
  await page.getByText(/^Not billed now/).waitFor();
  await page
    .getByText(/^Last reading: /)
    .or(page.getByText(/^No metrics yet/))
    .waitFor();
  assert.equal(await page.locator('figure[aria-label*=" now"]').count(), 0);
  await assertAccessible(page);
  await button(page, 'Resume').click();
  await confirm(page, 'Resume');
  await status(page, 'Active');
  await tab(page, 'Activity');
  await page.getByText('Server hibernated').first().waitFor();
  await assertAccessible(page);

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
  assert.equal(await remove.isDisabled(), true, 'nothing is deleted by one press');
  await page.getByRole('dialog').getByRole('textbox').fill('trainer-again');
  await remove.click();
  await page.getByText('This server is deleted').waitFor();
  await page.goto('/console/servers');
  await page.getByRole('link', { name: 'trainer', exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'trainer-again' }).count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test('every page is in French and accessible on a dark telephone, and nothing is wider than it', async () => {
  const [customer] = (await stage.home.demo()).customers;
  const name = `l4-x1-${'9'.repeat(94)}`;
  const serverId = await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId, name });
  const { page, problems, close } = await stage.open({ language: 'fr-CA', width: 390, scheme: 'dark' });
  await signIn(page, customer);
  const pages = [
    ['/console', 'Aperçu'],
    ['/console/deploy', 'Déployer un serveur'],
    ['/console/servers', 'Serveurs'],
    ['/console/ssh-keys', 'Clés SSH'],
    [`/console/servers/${serverId}`, /^l4-x1/],
    [`/console/servers/${serverId}/firewall`, /^l4-x1/],
    [`/console/servers/${serverId}/backups`, /^l4-x1/],
    [`/console/servers/${serverId}/activity`, /^l4-x1/],
    [`/console/servers/${serverId}/billing`, /^l4-x1/],
    ['/console/nowhere', 'Page introuvable'],
  ] as const;
  for (const [path, name] of pages) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText('Chargement…').first().waitFor({ state: 'detached' });
    await assertAccessible(page);
    await assertFits(page);
  }
  // A name that never ends leaves the status where one sees it.
  for (const path of ['/console', '/console/servers']) {
    await page.goto(path);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
    const status = await row.getByText('Actif', { exact: true }).boundingBox();
    assert.ok(status && status.x + status.width <= 390, JSON.stringify(status));
  }
  await page.goto(`/console/servers/${serverId}/activity`);
  await page.getByText('Déploiement accepté', { exact: true }).waitFor();
  await page.getByText('Déploiement de 1× L4 accepté ; la première heure a été débitée du crédit.').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('who comes from the public page of a GPU finds it chosen, over signing in', async () => {
  const [customer] = (await stage.home.demo()).customers;
  const { page, problems, close } = await stage.open();
  await page.goto('/gpus/l4');
  await page.locator('a[href$="plan=l4-x1-spot"]').click();
  await page.waitForURL(/\/login\?next=/);
  await page.locator('input[name=email]').fill(customer.email);
  await page.locator('input[name=password]').fill(customer.password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('radio', { name: /^L4(?!0)/, checked: true }).waitFor();
  await page.getByRole('radio', { name: 'Spot', exact: true, checked: true }).waitFor({ state: 'attached' });
  await page.getByText('$0.49', { exact: true }).first().waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('servers are found by name, and several are stopped at once', async () => {
  const [customer] = (await stage.home.demo()).customers;
  for (const productId of ['h100-sxm-x1', 'h100-sxm-x1', 'l4-x1']) await deploy(stage.boreal, customer.restKey, { productId, sshKeyId });
  const { page, close } = await stage.open();
  await signIn(page, customer);
  await page.goto('/console/servers');
  await page
    .getByRole('link', { name: /^l4-x1/ })
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: /^Search/ }).fill('h100');
  await page
    .getByRole('link', { name: /^l4-x1/ })
    .first()
    .waitFor({ state: 'detached' });
  // The filters survive looking at one server and coming back.
  await page.getByRole('link', { name: /^h100/ }).first().click();
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  await page.goBack();
  await page.getByRole('row').getByText('Active', { exact: true }).nth(1).waitFor();
  assert.equal(await page.getByRole('textbox', { name: /^Search/ }).inputValue(), 'h100');
  // Sorted by a column, also after a reload; once more turns it round.
  await page.getByRole('textbox', { name: /^Search/ }).fill('');
  const names = () => page.locator('tbody a').allTextContents();
  const sorted = async (direction: 'ascending' | 'descending') => {
    await page
      .getByRole('columnheader', { name: 'Name' })
      .and(page.locator(`[aria-sort=${direction}]`))
      .waitFor();
    const found = (await names()).toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true }));
    assert.deepEqual(await names(), direction === 'ascending' ? found : found.toReversed());
  };
  await button(page, 'Name').press('Enter');
  await sorted('ascending');
  await button(page, 'Name').press('Enter');
  await page.reload();
  await page.getByRole('row').getByText('Active', { exact: true }).first().waitFor();
  await sorted('descending');
  await assertAccessible(page);
  await button(page, 'Name').click();
  await page.locator('[aria-sort]').waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: /^Search/ }).fill('h100');
  await page
    .getByRole('link', { name: /^l4-x1/ })
    .first()
    .waitFor({ state: 'detached' });
  await page.getByLabel('Select all').check();
  await button(page, 'Stop').click();
  await confirm(page, 'Stop');
  await page.getByText('2 of 2 accepted.').waitFor();
  await page.getByRole('row').getByText('Stopped', { exact: true }).nth(1).waitFor();

  // One alone, by the menu of its row, which has only what it allows.
  const row = page.getByRole('row').filter({ hasText: 'Stopped' }).first();
  await row.getByRole('button', { name: /^Actions of h100/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Start', exact: true }).and(page.locator(':focus')).waitFor();
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Start', 'Hibernate', 'Delete']);
  await assertAccessible(page);
  await page.keyboard.press('Enter');
  await confirm(page, 'Start');
  await page.getByText('Start: requested.').first().waitFor();
  await page.getByRole('row').getByText('Active', { exact: true }).waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: 'Active' })
    .getByRole('button', { name: /^Actions of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Stop', exact: true }).click();
  await confirm(page, 'Stop');
  await page.getByRole('row').getByText('Stopped', { exact: true }).nth(1).waitFor();

  // The limit is full for a second, and then the first is refused: it is told until it has been read, and stays chosen.
  const asked: string[] = [];
  await page.route('**/servers/*/actions', async (route) => {
    asked.push(route.request().url());
    if (asked.length > 2) await route.continue();
    else if (asked.length === 1) await route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: tooMany });
    else await route.fulfill({ status: 400, json: { error: 'OPERATION_IN_PROGRESS', message: 'Something else is being done.' } });
  });
  await page.getByLabel('Select all').check();
  await button(page, 'Start').click();
  await confirm(page, 'Start');
  const told = page.getByRole('dialog', { name: '1 of 2 accepted.' });
  await told.getByText('Something else is being done.').waitFor();
  await assertAccessible(page);
  await told.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('1 server selected').waitFor();
  assert.deepEqual([asked.length, new Set(asked).size], [3, 2], 'one is asked for again after the limit');
  await close();
});

const tooMany = { error: 'Too many requests', message: 'Too many requests.' };
