import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { setUpTwoFactor } from '../../testing/authenticator.ts';
import { expectData } from '../../testing/boreal-process-client.ts';
import { operator } from '../../testing/boreal-process-command.ts';
import type { DemoCustomer } from '../../testing/boreal-process-home.ts';
import { browsedBoreal } from '../../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn, type Visitor } from '../../testing/browser.ts';
import { button, go, inDialog, title } from '../../testing/console-page.ts';

const careful = { BOREAL_OPERATOR_SECOND_FACTOR: 'required', BOREAL_CREDIT_ALONE_CAD: '100' };
let customer: DemoCustomer;
/** Three operators: the demo's, and two who were made ones. */
let first: Visitor;
let second: Visitor;
let third: Visitor;
const stage = browsedBoreal(careful, async () => {
  const demo = await stage.home.demo();
  const [aurore, ...colleagues] = demo.customers;
  customer = aurore;
  for (const { email } of colleagues) {
    const { code, stderr } = await operator({ BOREAL_DATA_DIR: stage.home.dataDir }, 'person', 'set-role', email, 'operator');
    assert.equal(code, 0, stderr);
  }
  [first, second, third] = await Promise.all([stage.open(), stage.open(), stage.open()]);
  await signIn(first.page, demo.operator);
  await signIn(second.page, colleagues[0]);
  await signIn(third.page, colleagues[1]);
});

async function balance(): Promise<number> {
  const { balance: cad } = await expectData(
    stage.boreal,
    { path: '/credits?summary=1', key: customer.restKey },
    { data: z.object({ balance: z.number() }) },
  );
  return cad;
}

/** Fills in and sends the dialog that gives credit, on the account's page. */
async function giveCredit(page: Page, amount: string, reason: string): Promise<void> {
  await page.goto(`/operator/accounts/${customer.accountId}`);
  await button(page, 'Give credit').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Amount/).fill(amount);
  await dialog.getByLabel(/^Reason/).fill(reason);
  await inDialog(page, 'Give credit').click();
}

/** What of the list asks for this. */
const asked = (page: Page, reason: string) => page.getByRole('region').filter({ hasText: reason });

test('an operator without a second factor sees the page that sets it up, and nothing else until it is', async () => {
  const { operator: boss, customers } = await stage.home.demo();
  await first.page.goto('/operator/accounts');
  await first.page.waitForURL('**/operator/profile');
  await first.page.getByText('Set up two-factor authentication first').waitFor();
  assert.equal(await first.page.getByRole('navigation').getByRole('link').count(), 1);
  assert.equal(await first.page.getByRole('heading', { level: 2 }).first().textContent(), 'Two-factor authentication');
  await assertAccessible(first.page);
  await setUpTwoFactor(first.page, boss.password);
  await first.page.getByText('Set up two-factor authentication first').waitFor({ state: 'detached' });
  await go(first.page, 'Accounts');
  await title(first.page, 'Accounts');
  for (const [visitor, who] of [
    [second, customers[1]],
    [third, customers[2]],
  ] as const) {
    await visitor.page.goto('/operator');
    await visitor.page.waitForURL('**/operator/profile');
    await setUpTwoFactor(visitor.page, who.password);
  }
});

test('credit above the limit waits, also for its owner; another operator is told of it, and approves it', async () => {
  const before = await balance();
  await giveCredit(first.page, '60', 'Goodwill, first part');
  await first.page.getByText(/^Done\. The credit is now/).waitFor();
  assert.equal(await balance(), before + 60);
  await giveCredit(first.page, '60', 'Goodwill, second part');
  await first.page.getByText('Nothing is done yet').waitFor();
  assert.equal(await balance(), before + 60);

  await first.page.goto('/operator/approvals');
  const own = asked(first.page, 'Goodwill, second part');
  await own.getByText('You asked for this. Another operator has to decide.').waitFor();
  assert.equal(await own.getByRole('button', { name: 'Approve' }).count(), 0);
  await assertAccessible(first.page);

  await second.page.goto('/operator');
  await go(second.page, 'One request needs a second approval');
  await title(second.page, 'Approvals');
  const request = asked(second.page, 'Goodwill, second part');
  await request.getByText('Give $60.00 of credit').waitFor();
  await request.getByRole('link', { name: customer.name }).waitFor();
  await request.getByText('Correction or goodwill').waitFor();
  await assertAccessible(second.page);
  await request.getByRole('button', { name: 'Approve' }).click();
  await inDialog(second.page, 'Approve').waitFor();
  await assertAccessible(second.page);
  await inDialog(second.page, 'Approve').click();
  await request.waitFor({ state: 'detached' });
  assert.equal(await balance(), before + 120);
  await second.page.goto(`/operator/accounts/${customer.accountId}`);
  await second.page.getByRole('cell', { name: 'Goodwill, second part' }).waitFor();
});

test('another operator refuses: nothing moves, and whoever comes late is told', async () => {
  const before = await balance();
  await giveCredit(second.page, '5000', 'A round sum for a friend');
  await second.page.getByText('Nothing is done yet').waitFor();
  await first.page.goto('/operator/approvals');
  const late = asked(first.page, 'A round sum for a friend');
  await late.waitFor();
  await third.page.goto('/operator/approvals');
  await asked(third.page, 'A round sum for a friend').getByRole('button', { name: 'Decline' }).click();
  await inDialog(third.page, 'Decline').click();
  await asked(third.page, 'A round sum for a friend').waitFor({ state: 'detached' });
  await late.getByRole('button', { name: 'Approve' }).click();
  await inDialog(first.page, 'Approve').click();
  await first.page.getByRole('alert').getByText('declined').waitFor();
  assert.equal(await balance(), before);
  await third.page.goto('/operator/audit');
  await third.page
    .getByRole('row', { name: /Second approval declined/ })
    .first()
    .waitFor();
});

test('the page fits a phone, in the dark and in French', async () => {
  await giveCredit(second.page, '2500', 'Paiement reçu par virement');
  const { page, problems, close } = await stage.open({ language: 'fr-CA', width: 390, scheme: 'dark' });
  await page.context().addCookies(await third.page.context().cookies());
  await page.goto('/operator/approvals');
  await title(page, 'Approbations');
  await asked(page, 'Paiement reçu par virement').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  assert.deepEqual(problems, []);
  await close();
  for (const visitor of [first, second, third]) assert.deepEqual(visitor.problems, []);
});
