import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { addSshKey, call, deploy, untilActive } from '../../testing/boreal-process-client.ts';
import { until } from '../../testing/boreal-process.ts';
import { assertAccessible, assertFits, describedBy } from '../../testing/browser.ts';
import { button, dialog, done, inDialog, title } from '../../testing/console-page.ts';
import { operatedBoreal } from '../../testing/operated-boreal.ts';

// A machine’s start becomes a second.
const stage = operatedBoreal({ BOREAL_TIME_SCALE: '60' });
const { ask, own } = stage;

test('finds an account and gives it credit, once for what is written once', async () => {
  const { page } = stage.operator;
  const Credits = z.object({ balance: z.number() });
  const before = Credits.parse(await ask(stage.aurore, 'GET', own('/credits?summary=1'))).balance;
  await page.goto('/operator/accounts');
  // Otherwise he is not there before anything is loaded either, and the link that is pressed is about to be replaced.
  const another = page.getByRole('row').getByText('Basile');
  await another.waitFor();
  await page.getByRole('searchbox').fill('auror');
  await another.waitFor({ state: 'detached' });
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Aurore' }).click();
  await title(page, 'Aurore');
  await button(page, 'Give credit').click();
  await inDialog(page, 'Give credit').click();
  await dialog(page).getByText('Enter an amount, such as 25 or 25.50.').waitFor();
  await dialog(page).getByText('Enter a reason.').waitFor();
  await assertAccessible(page);
  await dialog(page)
    .getByLabel(/^Amount/)
    .fill('25,50');
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('Goodwill for the outage');
  await inDialog(page, 'Give credit').click();
  await done(page, /^Done\. The credit is now/);
  await page.getByRole('cell', { name: 'Goodwill for the outage' }).waitFor();
  const Moves = z.array(z.object({ description: z.string(), amount: z.number() }));
  const moves = Moves.parse(await ask(stage.operator, 'GET', `/operator${own('/transactions')}`));
  assert.deepEqual(
    moves.filter(({ description }) => description === 'Goodwill for the outage').map(({ amount }) => amount),
    [25.5],
  );
  assert.ok(Credits.parse(await ask(stage.aurore, 'GET', own('/credits?summary=1'))).balance > before);
  await assertAccessible(page);
});

test('refunds a card with a reason, and the credit note says it', async () => {
  const { page } = stage.operator;
  const { cardId } = z.object({ cardId: z.string() }).parse(await ask(stage.aurore, 'POST', own('/cards'), {}));
  await ask(stage.aurore, 'POST', own(`/cards/${cardId}/sandbox`), { card: 'visa' });
  await ask(stage.aurore, 'POST', own('/top-ups'), { amountCad: 100 });
  const Payments = z.array(z.object({ status: z.string() }));
  await until(
    'the card is charged',
    30_000,
    async () => Payments.parse(await ask(stage.aurore, 'GET', own('/payments'))),
    (payments) => payments.some(({ status }) => status === 'succeeded'),
  );
  await page.goto('/operator/money');
  await page
    .getByRole('row', { name: /Succeeded/ })
    .getByRole('link')
    .first()
    .click();
  await title(page, 'Payment of $114.98');
  await button(page, 'Refund').click();
  await dialog(page)
    .getByLabel(/^Amount/)
    .fill('40');
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('Bought by mistake');
  await assertAccessible(page);
  await inDialog(page, 'Refund').click();
  await done(page, 'Refunding $45.99 to the card.');
  const row = page.getByRole('row', { name: /Bought by mistake/ });
  await row.getByText('Refunded').waitFor();
  await assertAccessible(page);
  await row.getByRole('link', { name: 'Credit note' }).click();
  await title(page, /^Credit note CRN-/);
  await page.getByText(/About INV-\d+: Bought by mistake/).waitFor();
  await assertAccessible(page);
  const [pdf] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'PDF in French' }).click()]);
  assert.match(pdf.suggestedFilename(), /^CRN-\d+\.pdf$/);
  await page.goto('/operator/money/refunds?status=failed');
  await page.getByText('No refund has this status. Choose another.').waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('Refunded');
  await row.waitFor();
});

test('shows which models and customers the revenue came from, by share, and keeps the choice in the address', async () => {
  const { page } = stage.operator;
  await deploy(stage.boreal, stage.customer.restKey, { productId: 'l4-x1', sshKeyId: stage.sshKeyId, name: 'earns' });
  await page.goto('/operator/money');
  await page.getByRole('link', { name: 'Revenue', exact: true }).click();
  await title(page, 'Revenue');
  const table = page.getByRole('region', { name: 'Revenue' });
  await table.getByRole('row', { name: /^L4 .*\d%$/ }).waitFor();
  await table.getByRole('row', { name: /^Total .*100%$/ }).waitFor();
  await table.getByRole('button', { name: 'Revenue' }).click();
  await table.getByRole('columnheader', { name: 'Revenue' }).and(page.locator('[aria-sort]')).waitFor();
  await assertAccessible(page);
  await page.getByLabel('Group by').selectOption('Customer');
  await page.getByLabel('Period').selectOption('This year');
  await table.getByRole('link', { name: stage.customer.name }).waitFor();
  await page.reload();
  await table.getByRole('link', { name: stage.customer.name }).waitFor();
  assert.equal(await page.getByLabel('Period').inputValue(), 'this_year');
  await page.setViewportSize({ width: 390, height: 800 });
  await assertFits(page);
  await assertAccessible(page);
  await page.setViewportSize({ width: 1280, height: 860 });
});

test('answers a ticket, and its customer reads the answer', async () => {
  const { page } = stage.operator;
  const asked = await ask(stage.aurore, 'POST', own('/tickets'), { subject: 'No answer by SSH', message: 'Since this morning.' });
  const { id } = z.object({ id: z.string() }).parse(asked);
  await page.goto('/operator/tickets');
  await page.getByRole('link', { name: 'No answer by SSH' }).click();
  await title(page, 'No answer by SSH');
  await page
    .getByLabel(/^Your reply/)
    .last()
    .fill('The host was restarted. Try again.');
  await button(page, 'Send reply').click();
  await page.getByRole('listitem').getByText('The host was restarted. Try again.').waitFor();
  await page.getByText('Waiting for the customer').waitFor();
  await assertAccessible(page);
  const Ticket = z.object({ messages: z.array(z.object({ from: z.string(), message: z.string() })) });
  const { messages } = Ticket.parse(await ask(stage.aurore, 'GET', own(`/tickets/${id}`)));
  assert.deepEqual(messages.at(-1), { from: 'operator', message: 'The host was restarted. Try again.' });
});

test('stops a customer’s server with a reason, which the customer reads; what is not possible says why', async () => {
  const { page } = stage.operator;
  const serverId = await deploy(stage.boreal, stage.customer.restKey, { productId: 'l4-x1', sshKeyId: stage.sshKeyId, name: 'scanner' });
  await untilActive(stage.boreal, stage.customer.restKey, serverId);
  await page.goto(`/operator/servers/${serverId}`);
  await title(page, 'scanner');
  await button(page, 'Stop').click();
  await dialog(page).getByText('The customer can start it again; to prevent that, suspend the account.').waitFor();
  await inDialog(page, 'Stop the server').click();
  await dialog(page).getByText('Enter a reason.').waitFor();
  await assertAccessible(page);
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('It scans ports');
  await inDialog(page, 'Stop the server').click();
  await done(page, 'scanner is being stopped.');
  await page.getByText('Stopped by the operator: It scans ports.').waitFor();
  await until(
    'it is stopped',
    60_000,
    () => describedBy(button(page, 'Stop')),
    (why) => /Available when the server is active or failed\./.test(why),
  );
  await button(page, 'Hibernate').click();
  await dialog(page).getByText('Nothing is refunded automatically.').waitFor();
  await assertAccessible(page);
  await inDialog(page, 'Cancel').click();

  const { page: theirs } = stage.aurore;
  await theirs.goto(`/console/servers/${serverId}/activity`);
  await theirs.getByText('Stopped by the operator: It scans ports.').waitFor();
  await theirs.getByText('by an operator').waitFor();
  const Mail = z.array(z.object({ kind: z.string() }));
  await until(
    'the members are told by mail',
    30_000,
    async () => Mail.parse(await ask(stage.operator, 'GET', '/operator/mail')),
    (mails) => mails.some(({ kind }) => kind === 'server_halted'),
  );

  // From the list, too, with the same question.
  await page.goto('/operator/servers?search=scanner');
  const menu = button(page, 'Actions of scanner');
  await menu.press('Enter');
  const stop = page.getByRole('menuitem', { name: 'Stop…' });
  assert.equal(await stop.getAttribute('aria-disabled'), 'true');
  assert.match(await describedBy(stop), /Available when the server is active or failed\./);
  await assertAccessible(page);
  await page.getByRole('menuitem', { name: 'Hibernate…' }).click();
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('It still scans ports');
  await assertAccessible(page);
  await inDialog(page, 'Hibernate the server').click();
  await done(page, 'scanner is being hibernated.');
});

test('dates a new price: it is told from when, and nobody pays it before', async () => {
  const { page } = stage.operator;
  await page.goto('/operator/plans');
  await page.getByRole('link', { name: 'L4 ×1', exact: true }).click();
  await button(page, 'Change the price').click();
  await dialog(page)
    .getByLabel(/^Hourly/)
    .fill('0,99');
  await dialog(page).getByLabel(/^From/).fill('2031-05-01T00:00');
  await assertAccessible(page);
  await inDialog(page, 'Change the price').click();
  await done(page, /new price of L4 ×1 applies from May 1, 2031/);
  const row = page.getByRole('row', { name: /May 1, 2031/ });
  await row.getByText('Not yet in force').waitFor();
  await row.getByText('$0.99').waitFor();
  await assertAccessible(page);
  const Plans = z.array(z.object({ id: z.string(), pricing: z.object({ hourly: z.number() }).nullable() }));
  const plans = Plans.parse(await ask(stage.aurore, 'GET', own('/v1/gpu')));
  assert.equal(plans.find(({ id }) => id === 'l4-x1')?.pricing?.hourly, 1.09);
  await button(page, 'Change the price').click();
  await dialog(page)
    .getByLabel(/^Hourly/)
    .fill('0,99');
  await dialog(page).getByLabel(/^From/).fill('2001-05-01T00:00');
  await inDialog(page, 'Change the price').click();
  await dialog(page).getByText('A price cannot take effect in the past.').first().waitFor();
});

test("withdraws an account's own price: it pays the list price again", async () => {
  const { page } = stage.operator;
  await page.goto('/operator/plans');
  await page.getByRole('link', { name: 'L4 ×2', exact: true }).click();
  await button(page, 'Change the price').click();
  await dialog(page)
    .getByLabel(/^Hourly/)
    .fill('1.50');
  await dialog(page).getByRole('searchbox').fill('auror');
  const whose = dialog(page).getByLabel('For', { exact: true });
  await whose.locator('option', { hasText: 'Basile' }).waitFor({ state: 'detached' });
  await whose.selectOption('Aurore');
  // Whatever is searched for next.
  await dialog(page).getByRole('searchbox').fill('basile');
  await whose.locator('option', { hasText: 'Basile' }).waitFor({ state: 'attached' });
  assert.equal(await whose.locator('option:checked').textContent(), 'Aurore');
  await assertAccessible(page);
  await inDialog(page, 'Change the price').click();
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'Withdraw an account’s price').click();
  await dialog(page)
    .getByText(/including for running servers/)
    .waitFor();
  assert.equal(await dialog(page).getByLabel('Account').locator('option:checked').textContent(), 'Aurore');
  assert.equal(await page.getByRole('row').getByText(stage.customer.accountId).count(), 0, 'whose price it is stands there by name');
  await assertAccessible(page);
  await inDialog(page, 'Withdraw the price').click();
  await done(page, /^Aurore pays the list price from/);
  await page.getByRole('cell', { name: 'Withdrawn' }).waitFor();
  const Plans = z.array(z.object({ id: z.string(), pricing: z.object({ hourly: z.number() }).nullable() }));
  const plans = Plans.parse(await ask(stage.aurore, 'GET', own('/v1/gpu')));
  assert.equal(plans.find(({ id }) => id === 'l4-x2')?.pricing?.hourly, 2.18);
});

test('suspends an account with a reason: it deploys nothing more, until it is reactivated', async () => {
  const { page } = stage.operator;
  const [, basile] = (await stage.home.demo()).customers;
  await page.goto(`/operator/accounts/${basile.accountId}`);
  const more = button(page, 'More actions for Basile');
  await more.click();
  const seldom = ['Take credit back', 'Set the budget', 'Limit hibernated disks'];
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), [...seldom, 'Suspend'], 'what is seldom done, the worst last');
  assert.equal(await button(page, 'Suspend').count(), 0, 'nobody suspends by a slip beside what is done every day');
  await assertAccessible(page);
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('The card was reported stolen');
  await assertAccessible(page);
  await inDialog(page, 'Suspend').click();
  await page.getByRole('alert').getByText('The card was reported stolen').waitFor();
  await assertAccessible(page);
  const key = await addSshKey(stage.boreal, basile.restKey);
  const json = { productId: 'l4-x1', sshKeyId: key };
  const refused = await call(stage.boreal, { method: 'POST', path: '/servers', key: basile.restKey, json });
  assert.deepEqual([refused.status, refused.error], [403, 'ACCOUNT_SUSPENDED']);
  await button(page, 'Reactivate').click();
  await inDialog(page, 'Reactivate').click();
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'Reactivate').waitFor({ state: 'detached' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Suspend' }).waitFor();
});

test('finds an order by its server, and sees its term, its charges and their documents', async () => {
  const { page } = stage.operator;
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId: stage.sshKeyId, name: 'paid-ahead' };
  const { orderId } = z.object({ orderId: z.string() }).parse(await ask(stage.aurore, 'POST', own('/orders'), order));
  await page.goto('/operator/money/orders');
  await page.getByRole('searchbox', { name: 'Search by server, account or ID' }).fill('paid-ah');
  await page.getByRole('row', { name: /paid-ahead.*Active/ }).waitFor();
  await assertAccessible(page);
  await page.getByRole('searchbox').fill('nothing like it');
  await done(page, 'No orders found');
  await page.goto(`/operator/accounts/${stage.customer.accountId}`);
  await page.getByRole('region', { name: 'Orders' }).first().getByRole('link', { name: 'paid-ahead' }).click();
  await page.waitForURL(`**/operator/money/orders/${orderId}`);
  await title(page, 'Order for paid-ahead');
  const charge = page
    .getByRole('region', { name: 'Charges' })
    .first()
    .getByRole('row', { name: /Order.*Succeeded/ });
  await charge.waitFor();
  await assertAccessible(page);
  await charge.getByRole('link', { name: 'Open' }).click();
  await title(page, /^Invoice /);
  await page.goBack();
  await charge.getByRole('link').first().click();
  await title(page, /^Payment of/);
  await page.getByRole('link', { name: orderId }).click();
  await title(page, 'Order for paid-ahead');
});

test('exports revenue and utilisation of any days as files, from the charts that show them', async () => {
  const { page } = stage.operator;
  await page.goto('/operator');
  await button(page, 'Export revenue').click();
  await dialog(page).getByLabel('Group by').selectOption('customer');
  await dialog(page).getByLabel('From').fill('2026-02-02');
  await dialog(page).getByLabel('To').fill('2026-02-01');
  await dialog(page).getByRole('alert').getByText('“To” can’t be before “From”.').waitFor();
  assert.equal(await dialog(page).getByRole('link').count(), 0, 'no file of days that are none');
  await assertAccessible(page);
  await dialog(page).getByLabel('From').fill('2020-01-01');
  await dialog(page).getByLabel('To').fill('');
  const revenue = await saved(page, 'Download CSV');
  assert.equal(revenue.name, 'revenue-by-customer.csv');
  assert.match(revenue.text, /^\uFEFF?from,to,by,id,name,[\s\S]*,customer,acc_[0-9a-z]+,Aurore/);
  await page.keyboard.press('Escape');
  await button(page, 'Export utilization').click();
  const utilisation = await saved(page, 'Download JSON');
  assert.equal(utilisation.name, 'utilisation.json');
  assert.equal(z.object({ per: z.string() }).parse(JSON.parse(utilisation.text)).per, 'day');
});

test('every page is accessible, fits a phone, and speaks French', async () => {
  const visitor = await stage.open({ language: 'fr-CA', width: 390, scheme: 'dark' });
  const { page } = visitor;
  await page.context().addCookies(await stage.operator.page.context().cookies());
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
    '/operator/money/revenue': 'Revenus',
    '/operator/money/taxes': 'Taxes et inscriptions',
    '/operator/money/company': 'Entreprise',
    '/operator/tickets': 'Billets',
    '/operator/mail': 'Courriels',
    '/operator/ledger': 'Vérification du grand livre',
    '/operator/jobs': 'Tâches',
    '/operator/audit': 'Journal d’audit',
  } as const;
  for (const [path, name] of Object.entries(pages)) {
    await page.goto(path);
    await title(page, name);
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
  await stage.aurore.page.goto('/operator');
  await title(stage.aurore.page, 'Page not found');
  assert.deepEqual(stage.operator.problems, []);
});

async function saved(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), dialog(page).getByRole('link', { name }).click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
