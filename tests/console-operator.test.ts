import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { addSshKey, call, deploy, untilActive } from './testing/boreal-process-client.ts';
import type { DemoCustomer } from './testing/boreal-process-home.ts';
import { until } from './testing/boreal-process.ts';
import { browsedBoreal } from './testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn, type Visitor } from './testing/browser.ts';

let customer: DemoCustomer;
let sshKeyId: string;
/** A signed-in customer and a signed-in operator. */
let aurore: Visitor;
let operator: Visitor;
// A machine's start becomes a second; a host is drained within a server's hour all the same.
const stage = browsedBoreal({ BOREAL_TIME_SCALE: '60' }, async () => {
  const demo = await stage.home.demo();
  [customer] = demo.customers;
  sshKeyId = await addSshKey(stage.boreal, customer.restKey);
  [aurore, operator] = await Promise.all([stage.open(), stage.open()]);
  await signIn(aurore.page, customer);
  await signIn(operator.page, demo.operator);
});

/** Calls the console's API as a signed-in person; returns the answer's data. */
async function ask(who: Visitor, method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const answer = await who.page.request.fetch(`/api/console${path}`, {
    method,
    headers: { origin: stage.boreal.siteUrl },
    ...(body !== undefined && { data: body }),
  });
  assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return z.object({ data: z.unknown() }).parse(await answer.json()).data;
}
const own = (path: string) => `/accounts/${customer.accountId}${path}`;
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const done = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

test('drains a host from the picture of its GPUs: nothing more is placed there, what runs stays', async () => {
  const { page } = operator;
  const serverId = await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId, name: 'on-a-card' });
  await page.goto('/operator/capacity');
  const slot = page.getByRole('link', { name: /on-a-card/ });
  await slot.waitFor();
  await assertAccessible(page);
  const host = page.getByRole('group', { name: 'Actions for l4-01' });
  await host.getByRole('button', { name: 'Drain' }).click();
  await dialog(page).getByText('The one server on it will be moved to other hosts of the pool').waitFor();
  await assertAccessible(page);
  await dialog(page).getByRole('button', { name: 'Drain' }).click();
  await done(page, 'l4-01: Draining.');
  await host.getByRole('button', { name: 'Accept again' }).waitFor();
  const other = await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId, name: 'elsewhere' });
  const Hosts = z.array(z.object({ name: z.string(), servers: z.array(z.object({ id: z.string() })) }));
  const hosts = Hosts.parse(await ask(operator, 'GET', '/operator/hosts'));
  const serversOn = (name: string) => hosts.find((one) => one.name === name)?.servers.map(({ id }) => id);
  assert.deepEqual(serversOn('l4-01'), [serverId]);
  assert.ok(!serversOn('l4-01')?.includes(other));
  await slot.click();
  await heading(page, 'on-a-card');
  await page.getByText('Deployment accepted').waitFor();
  await assertAccessible(page);
});

test('sets a GPU aside with a reason, and takes it through all that can happen to it', async () => {
  const { page } = operator;
  await page.goto('/operator/capacity');
  const host = page.getByRole('group', { name: 'Actions for l4-08' });
  await host.getByRole('button', { name: 'Quarantine a GPU' }).click();
  await dialog(page).getByLabel('GPU', { exact: true }).selectOption('1');
  await button(page, 'Quarantine').click();
  await dialog(page).getByLabel('Reason').fill('Xid 79');
  await assertAccessible(page);
  await button(page, 'Quarantine').click();
  await done(page, 'GPU 1 of l4-08 is quarantined.');
  const aside = page.getByRole('list', { name: 'GPUs of l4-08 that are not sold' });
  await aside.getByText('Xid 79').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  const gpu = page.getByRole('group', { name: 'Actions for GPU 1 of l4-08' });
  await gpu.getByRole('button', { name: 'Release' }).click();
  await done(page, 'GPU 1 of l4-08 is back on sale.');
  await aside.waitFor({ state: 'detached' });

  await host.getByRole('button', { name: 'Quarantine a GPU' }).click();
  await dialog(page).getByLabel('Reason').fill('Too hot');
  await button(page, 'Quarantine').click();
  const first = page.getByRole('group', { name: 'Actions for GPU 0 of l4-08' });
  await first.getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByLabel('Reason').fill('Sent in for repair');
  await button(dialog(page), 'Remove').click();
  await done(page, 'GPU 0 of l4-08 was removed.');
  await aside.getByText('Sent in for repair').waitFor();
  await first.getByRole('button', { name: 'Replace' }).click();
  await button(dialog(page), 'Replace').click();
  await done(page, 'GPU 0 of l4-08 was replaced.');
  await host.getByRole('button', { name: 'Add GPUs' }).click();
  await dialog(page).getByLabel('Number of GPUs').fill('2');
  await button(dialog(page), 'Add').click();
  await done(page, 'l4-08 has 2 more GPUs.');
  await host.getByRole('button', { name: 'Mark offline' }).click();
  await button(dialog(page), 'Mark offline').click();
  await host.getByRole('button', { name: 'Remove host' }).click();
  await button(dialog(page), 'Remove host').click();
  await done(page, 'l4-08 was removed.');
  await page.getByRole('heading', { name: 'l4-08', exact: true }).waitFor({ state: 'detached' });
});

test('adds GPUs of another pool to a host: it is shown with both, and sells both', async () => {
  const { page } = operator;
  await page.goto('/operator/capacity');
  const host = page.getByRole('group', { name: 'Actions for l4-07' });
  await host.getByRole('button', { name: 'Add GPUs' }).click();
  await dialog(page).getByLabel('Pool').selectOption({ label: 'l40s (l40s)' });
  await dialog(page).getByLabel('Number of GPUs').fill('2');
  await assertAccessible(page);
  await button(dialog(page), 'Add').click();
  await done(page, 'l4-07 has 2 more GPUs.');
  await page.getByText('It also has GPUs of l40s.').waitFor();
  await page.getByText('Its cores, memory and disks, and what can be done with it, are under l4.').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  await deploy(stage.boreal, customer.restKey, { productId: 'l40s-x2', sshKeyId, name: 'on-l40s' });
  await page
    .getByRole('link', { name: /on-l40s/ })
    .nth(1)
    .waitFor();
});

test('adds a pool and a host of it, without the command line, and they sell at once', async () => {
  const { page } = operator;
  await page.goto('/operator/capacity');
  await button(page, 'Add a pool').click();
  await button(dialog(page), 'Add').click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).and(page.locator('[aria-invalid=true]')).waitFor();
  await assertAccessible(page);
  await assertFits(page);
  await dialog(page).getByLabel('Name').fill('annex');
  await dialog(page).getByLabel('GPU model').selectOption('L4');
  await button(dialog(page), 'Add').click();
  await done(page, 'The pool annex was added. Add hosts to it next.');

  const add = button(page, 'Add a host to annex');
  await add.click();
  await dialog(page).getByLabel('Host').fill('l4-annex');
  await dialog(page).getByLabel('Number of GPUs').fill('65');
  await button(dialog(page), 'Add').click();
  await dialog(page).getByText('Enter how many GPUs there are, from 1 to 64.').waitFor();
  await assertAccessible(page);
  await dialog(page).getByLabel('Number of GPUs').fill('2');
  await button(dialog(page), 'Add').click();
  await done(page, 'l4-annex was added and takes servers now.');
  await page.getByRole('group', { name: 'Actions for l4-annex' }).waitFor();
  await page.getByText('l4 · canada-montreal · simulated · 0 of 2 GPUs in use').waitFor();

  await add.click();
  await dialog(page).getByLabel('Host').fill('l4-annex');
  await button(dialog(page), 'Add').click();
  await dialog(page).getByText('There is a host named l4-annex already.').waitFor();
  await button(dialog(page), 'Cancel').click();
});

test('limits what is sold of a host, and its customers are told when a backup has no room', async () => {
  const { page } = operator;
  const serverId = await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId, name: 'backed-up' });
  const Hosts = z.array(z.object({ name: z.string(), servers: z.array(z.object({ id: z.string() })) }));
  const hosts = Hosts.parse(await ask(operator, 'GET', '/operator/hosts'));
  const name = hosts.find(({ servers }) => servers.some(({ id }) => id === serverId))?.name ?? '';
  await page.goto('/operator/capacity');
  const host = page.getByRole('group', { name: `Actions for ${name}` });
  const room = page.getByRole('list', { name: `Cores, memory and disks of ${name}` });
  await host.getByRole('button', { name: 'Limits' }).click();
  const cores = dialog(page).getByRole('group', { name: 'Cores' });
  const disks = dialog(page).getByRole('group', { name: /system disks, work disks, backups/ });
  await cores.getByLabel('Overcommit factor').fill('0');
  await cores.getByLabel('Reserved for the host, cores').fill('1,5');
  await button(dialog(page), 'Set the limits').click();
  await dialog(page).getByText('Enter how often it may be sold: a number above zero').waitFor();
  await dialog(page).getByText('Enter how much is kept back, in whole numbers').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  await cores.getByLabel('Overcommit factor').fill('1,5');
  await cores.getByLabel('Reserved for the host, cores').fill('4');
  const reserve = disks.getByLabel('Reserved for the host, GB');
  const usual = await reserve.inputValue();
  await reserve.fill('9999999');
  await button(dialog(page), 'Set the limits').click();
  await done(page, `The limits of ${name} were saved.`);
  // (64 found - 4 kept) × 1.5
  await room.getByText('of 90 cores').waitFor();

  await untilActive(stage.boreal, customer.restKey, serverId);
  await aurore.page.goto(`/console/servers/${serverId}`);
  await aurore.page.getByRole('tab', { name: 'Backups' }).click();
  await button(aurore.page, 'Turn on').click();
  await button(aurore.page, 'Back up now').click();
  await done(aurore.page, 'There is no room for another backup right now. Nothing was changed.');
  await assertAccessible(aurore.page);

  await host.getByRole('button', { name: 'Limits' }).click();
  await reserve.fill(usual);
  await button(dialog(page), 'Set the limits').click();
  await dialog(page).waitFor({ state: 'detached' });
  await button(aurore.page, 'Back up now').click();
  await aurore.page.getByText('There is no room for another backup right now.').waitFor({ state: 'detached' });
});

test('limits hibernated disks of all accounts and of one; a customer sees the limit before it refuses', async () => {
  const { page } = operator;
  await page.goto('/operator/capacity');
  await page.getByText('Each account may keep as much as there is space for.').waitFor();
  await button(page, 'Set the limit').click();
  await dialog(page).getByLabel('Limit per account, GB').fill('5 x');
  await button(dialog(page), 'Set the limit').click();
  await dialog(page).getByText('Enter a limit in whole GB, such as 5000, or nothing for no limit.').waitFor();
  await assertAccessible(page);
  await dialog(page).getByLabel('Limit per account, GB').fill('5 000');
  await button(dialog(page), 'Set the limit').click();
  await page.getByText('Each account may keep up to 5,000 GB, unless it has a limit of its own.').waitFor();

  await page.goto(`/operator/accounts/${customer.accountId}`);
  await page.getByText('of 5,000 GB').waitFor();
  await button(page, 'Limit hibernated disks').click();
  await dialog(page).getByRole('checkbox', { name: 'The limit of all accounts' }).uncheck();
  await dialog(page).getByLabel('Limit of its own, GB').fill('300');
  await assertAccessible(page);
  await button(dialog(page), 'Limit hibernated disks').click();
  await done(page, 'The limit was saved.');
  await page.getByText('of 300 GB').waitFor();
  await assertAccessible(page);
  await assertFits(page);

  const serverId = await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId, name: 'cannot-sleep' });
  await untilActive(stage.boreal, customer.restKey, serverId);
  await aurore.page.goto(`/console/servers/${serverId}`);
  await button(aurore.page, 'Hibernate').click();
  await dialog(aurore.page).getByText('Your hibernated servers keep 0 of 300 GB. This one adds 350 GB.').waitFor();
  await assertAccessible(aurore.page);
  await button(dialog(aurore.page), 'Hibernate').click();
  await dialog(aurore.page).getByText('Hibernated servers of an account keep at most 300 GB of disks.').waitFor();
  await aurore.page.goto('/console/billing/budget');
  await aurore.page.getByText('Your hibernated servers keep 0 of 300 GB').waitFor();
  await assertAccessible(aurore.page);
  await assertFits(aurore.page);

  await button(page, 'Limit hibernated disks').click();
  await dialog(page).getByRole('checkbox', { name: 'The limit of all accounts' }).check();
  await button(dialog(page), 'Limit hibernated disks').click();
  await page.getByText('of 5,000 GB').waitFor();
  await aurore.page.goto(`/console/servers/${serverId}`);
  await button(aurore.page, 'Hibernate').click();
  await dialog(aurore.page).getByText('Your hibernated servers keep 0 of 5,000 GB.').waitFor();
  await button(dialog(aurore.page), 'Hibernate').click();
  await aurore.page.getByRole('status').getByText('Hibernated', { exact: true }).first().waitFor();
  await aurore.page.goto('/console/billing/budget');
  await aurore.page.getByText('Your hibernated servers keep 350 of 5,000 GB').waitFor();
});

test('finds an account and gives it credit, once for what is written once', async () => {
  const { page } = operator;
  const Credits = z.object({ balance: z.number() });
  const before = Credits.parse(await ask(aurore, 'GET', own('/credits?summary=1'))).balance;
  await page.goto('/operator/accounts');
  // Otherwise he is not there before anything is loaded either, and the link that is pressed is about to be replaced.
  const another = page.getByRole('row').getByText('Basile');
  await another.waitFor();
  await page.getByRole('searchbox').fill('auror');
  await another.waitFor({ state: 'detached' });
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Aurore' }).click();
  await heading(page, 'Aurore');
  await button(page, 'Give credit').click();
  await dialog(page).getByRole('button', { name: 'Give credit' }).click();
  await dialog(page).getByText('Enter an amount, such as 25 or 25.50.').waitFor();
  await dialog(page).getByText('Enter a reason.').waitFor();
  await assertAccessible(page);
  await dialog(page)
    .getByLabel(/^Amount/)
    .fill('25,50');
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('Goodwill for the outage');
  await dialog(page).getByRole('button', { name: 'Give credit' }).click();
  await done(page, /^Done\. The credit is now/);
  await page.getByRole('cell', { name: 'Goodwill for the outage' }).waitFor();
  const Moves = z.array(z.object({ description: z.string(), amount: z.number() }));
  const moves = Moves.parse(await ask(operator, 'GET', `/operator${own('/transactions')}`));
  assert.deepEqual(
    moves.filter(({ description }) => description === 'Goodwill for the outage').map(({ amount }) => amount),
    [25.5],
  );
  assert.ok(Credits.parse(await ask(aurore, 'GET', own('/credits?summary=1'))).balance > before);
  await assertAccessible(page);
});

test('refunds a card with a reason, and the credit note says it', async () => {
  const { page } = operator;
  const { cardId } = z.object({ cardId: z.string() }).parse(await ask(aurore, 'POST', own('/cards'), {}));
  await ask(aurore, 'POST', own(`/cards/${cardId}/sandbox`), { card: 'visa' });
  await ask(aurore, 'POST', own('/top-ups'), { amountCad: 100 });
  const Payments = z.array(z.object({ status: z.string() }));
  await until(
    'the card is charged',
    30_000,
    async () => Payments.parse(await ask(aurore, 'GET', own('/payments'))),
    (payments) => payments.some(({ status }) => status === 'succeeded'),
  );
  await page.goto('/operator/money');
  await page
    .getByRole('row', { name: /Succeeded/ })
    .getByRole('link')
    .first()
    .click();
  await heading(page, 'Payment of $114.98');
  await button(page, 'Refund').click();
  await dialog(page)
    .getByLabel(/^Amount/)
    .fill('40');
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('Bought by mistake');
  await assertAccessible(page);
  await dialog(page).getByRole('button', { name: 'Refund' }).click();
  await done(page, '$45.99 are on their way back to the card.');
  const row = page.getByRole('row', { name: /Bought by mistake/ });
  await row.getByText('Refunded').waitFor();
  await assertAccessible(page);
  await row.getByRole('link', { name: 'Credit note' }).click();
  await heading(page, /^Credit note CRN-/);
  await page.getByText(/About INV-\d+: Bought by mistake/).waitFor();
  await assertAccessible(page);
  const [pdf] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'PDF in French' }).click()]);
  assert.match(pdf.suggestedFilename(), /^CRN-\d+\.pdf$/);
});

test('answers a ticket, and its customer reads the answer', async () => {
  const { page } = operator;
  const asked = await ask(aurore, 'POST', own('/tickets'), { subject: 'No answer by SSH', message: 'Since this morning.' });
  const { id } = z.object({ id: z.string() }).parse(asked);
  await page.goto('/operator/tickets');
  await page.getByRole('link', { name: 'No answer by SSH' }).click();
  await heading(page, 'No answer by SSH');
  await page
    .getByLabel(/^Your answer/)
    .last()
    .fill('The host was restarted. Try again.');
  await button(page, 'Send the answer').click();
  await page.getByRole('listitem').getByText('The host was restarted. Try again.').waitFor();
  await page.getByText('Waits for the customer').waitFor();
  await assertAccessible(page);
  const Ticket = z.object({ messages: z.array(z.object({ from: z.string(), message: z.string() })) });
  const { messages } = Ticket.parse(await ask(aurore, 'GET', own(`/tickets/${id}`)));
  assert.deepEqual(messages.at(-1), { from: 'operator', message: 'The host was restarted. Try again.' });
});

test('dates a new price: it is told from when, and nobody pays it before', async () => {
  const { page } = operator;
  await page.goto('/operator/plans');
  await page.getByRole('link', { name: 'L4 ×1', exact: true }).click();
  await button(page, 'Change the price').click();
  await dialog(page)
    .getByLabel(/^An hour/)
    .fill('0,99');
  await dialog(page).getByLabel(/^From/).fill('2031-05-01T00:00');
  await assertAccessible(page);
  await dialog(page).getByRole('button', { name: 'Change the price' }).click();
  await done(page, /has its new price from May 1, 2031/);
  const row = page.getByRole('row', { name: /May 1, 2031/ });
  await row.getByText('Not yet in force').waitFor();
  await row.getByText('$0.99').waitFor();
  await assertAccessible(page);
  const Plans = z.array(z.object({ id: z.string(), pricing: z.object({ hourly: z.number() }).nullable() }));
  const plans = Plans.parse(await ask(aurore, 'GET', own('/v1/gpu')));
  assert.equal(plans.find(({ id }) => id === 'l4-x1')?.pricing?.hourly, 1.09);
  await button(page, 'Change the price').click();
  await dialog(page)
    .getByLabel(/^An hour/)
    .fill('0,99');
  await dialog(page).getByLabel(/^From/).fill('2001-05-01T00:00');
  await dialog(page).getByRole('button', { name: 'Change the price' }).click();
  await dialog(page).getByText('A price cannot come into force in the past.').first().waitFor();
});

test("withdraws an account's own price: it pays the list price again", async () => {
  const { page } = operator;
  await ask(operator, 'POST', '/operator/prices', { planId: 'l4-x2', accountId: customer.accountId, hourly: 1.5 });
  await page.goto('/operator/plans');
  await page.getByRole('link', { name: 'L4 ×2', exact: true }).click();
  await button(page, 'Withdraw an account’s price').click();
  await dialog(page)
    .getByText(/also for servers that are running/)
    .waitFor();
  await assertAccessible(page);
  await dialog(page).getByRole('button', { name: 'Withdraw the price' }).click();
  await done(page, /pays the list price from/);
  await page.getByRole('cell', { name: 'Withdrawn' }).waitFor();
  const Plans = z.array(z.object({ id: z.string(), pricing: z.object({ hourly: z.number() }).nullable() }));
  const plans = Plans.parse(await ask(aurore, 'GET', own('/v1/gpu')));
  assert.equal(plans.find(({ id }) => id === 'l4-x2')?.pricing?.hourly, 2.18);
});

test('suspends an account with a reason: it deploys nothing more, until it is reactivated', async () => {
  const { page } = operator;
  const [, basile] = (await stage.home.demo()).customers;
  await page.goto(`/operator/accounts/${basile.accountId}`);
  await button(page, 'Suspend').click();
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('The card was reported stolen');
  await assertAccessible(page);
  await dialog(page).getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('alert').getByText('The card was reported stolen').waitFor();
  await assertAccessible(page);
  const key = await addSshKey(stage.boreal, basile.restKey);
  const json = { productId: 'l4-x1', sshKeyId: key };
  const refused = await call(stage.boreal, { method: 'POST', path: '/servers', key: basile.restKey, json });
  assert.deepEqual([refused.status, refused.error], [403, 'ACCOUNT_SUSPENDED']);
  await button(page, 'Reactivate').click();
  await dialog(page).getByRole('button', { name: 'Reactivate' }).click();
  await button(page, 'Suspend').waitFor();
});

test('finds an order by its server, and sees its term, its charges and their documents', async () => {
  const { page } = operator;
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId, name: 'paid-ahead' };
  const { orderId } = z.object({ orderId: z.string() }).parse(await ask(aurore, 'POST', own('/orders'), order));
  await page.goto('/operator/money/orders');
  await page.getByRole('searchbox', { name: 'Search by server, account or id' }).fill('paid-ah');
  await page.getByRole('row', { name: /paid-ahead.*Active/ }).waitFor();
  await assertAccessible(page);
  await page.getByRole('searchbox').fill('nothing like it');
  await done(page, 'No order is found');
  await page.goto(`/operator/accounts/${customer.accountId}`);
  await page.getByRole('region', { name: 'Orders' }).first().getByRole('link', { name: 'paid-ahead' }).click();
  await page.waitForURL(`**/operator/money/orders/${orderId}`);
  await heading(page, 'Order for paid-ahead');
  const charge = page
    .getByRole('region', { name: 'Charges' })
    .first()
    .getByRole('row', { name: /Order.*Succeeded/ });
  await charge.waitFor();
  await assertAccessible(page);
  await charge.getByRole('link', { name: 'Open it' }).click();
  await heading(page, /^Invoice /);
  await page.goBack();
  await charge.getByRole('link').first().click();
  await heading(page, /^Payment of/);
  await page.getByRole('link', { name: orderId }).click();
  await heading(page, 'Order for paid-ahead');
});

test('every page is accessible, fits a phone, and speaks French', async () => {
  const visitor = await stage.open({ language: 'fr-CA', width: 390, scheme: 'dark' });
  const { page } = visitor;
  await page.context().addCookies(await operator.page.context().cookies());
  const pages = {
    '/operator': 'Exploitation',
    '/operator/accounts': 'Comptes',
    '/operator/servers': 'Serveurs',
    '/operator/capacity': 'Capacité',
    '/operator/plans': 'Produits et prix',
    '/operator/money': 'Paiements',
    '/operator/money/refunds': 'Remboursements',
    '/operator/money/orders': 'Commandes',
    '/operator/money/invoices': 'Factures',
    '/operator/money/taxes': 'Taxes et inscriptions',
    '/operator/money/company': 'Entreprise',
    '/operator/tickets': 'Billets',
    '/operator/mail': 'Courriels',
    '/operator/ledger': 'Vérification des comptes',
    '/operator/jobs': 'Tâches',
    '/operator/audit': 'Journal d’audit',
  } as const;
  for (const [path, title] of Object.entries(pages)) {
    await page.goto(path);
    await heading(page, title);
    await page.waitForLoadState('networkidle');
    await assertAccessible(page);
    await assertFits(page);
  }
  await page.goto('/operator/ledger');
  await page.getByText('Toutes les vérifications ont réussi.').waitFor();
  assert.deepEqual(visitor.problems, []);
  await visitor.close();
});

test('nothing of it is there for customers, and nothing went wrong in the pages', async () => {
  await aurore.page.goto('/operator');
  await heading(aurore.page, 'Page not found');
  assert.deepEqual(operator.problems, []);
});
