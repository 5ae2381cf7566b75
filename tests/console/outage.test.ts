import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../testing/boreal-process.ts';
import { addSshKey, deploy } from '../testing/boreal-process-client.ts';
import type { DemoCustomer } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, signIn } from '../testing/browser.ts';
import { button, go, title } from '../testing/console-page.ts';

let customer: DemoCustomer;
const stage = browsedBoreal({}, async () => {
  [customer] = (await stage.home.demo()).customers;
  const sshKeyId = await addSshKey(stage.boreal, customer.restKey);
  await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId, name: 'trainer' });
});

const stale = (page: Page) => page.getByRole('status').getByText('This may be out of date');

test('without a connection the console says so, stays whole, and catches up by itself', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, customer);
  await go(page, 'Servers');
  await title(page, 'Servers');
  await page.getByRole('link', { name: 'trainer' }).waitFor();
  await page.context().setOffline(true);
  await stale(page).waitFor();
  await page.getByRole('link', { name: 'trainer' }).waitFor();
  await assertAccessible(page);

  // A page that was never visited is not loaded yet.
  await go(page, 'API keys');
  await title(page, 'This page can’t be shown right now');
  await page.getByRole('alert').getByText('Boreal cannot be reached.').waitFor();
  await button(page, 'Try again').click();
  await go(page, 'Servers');
  await title(page, 'Servers');
  await page.context().setOffline(false);
  await stale(page).waitFor({ state: 'detached' });
  await go(page, 'API keys');
  await title(page, 'API keys');
  // The router writes down what it could not load.
  assert.deepEqual(
    problems.filter((problem) => !problem.startsWith('ApiError: OFFLINE')),
    [],
  );
  await close();
});

test('what is asked for without a connection is refused at once, and not done later', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, customer);
  await go(page, 'SSH keys');
  await button(page, 'Add key').click();
  await page.getByRole('dialog').getByText('Generate a key pair').click();
  await page.getByRole('dialog').getByLabel('Name').fill('offline');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname.split('/').at(-1)}`));
  await page.context().setOffline(true);
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').getByText('Boreal cannot be reached.').waitFor();
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await go(page, 'API keys');
  await title(page, 'API keys');
  assert.equal(sent.filter((one) => one.startsWith('POST')).length, 1, sent.join(', '));
  assert.deepEqual(problems, []);
  await close();
});

test('who could not be signed out is told that they still are, and whose session is over why they sign in again', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, customer);
  await title(page, 'Overview');
  const signOut = async () => {
    await button(page, /’s menu$/).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await page.context().setOffline(true);
  await signOut();
  await page.getByRole('alert').getByText('You are still signed in').waitFor();
  await title(page, 'Overview');
  await page.context().setOffline(false);

  await go(page, 'Servers');
  await title(page, 'Servers');
  await page.context().clearCookies();
  await page.getByText('Your session has ended. Sign in again.').waitFor();
  await page.reload();
  await page.getByText('Your session has ended. Sign in again.').waitFor();
  await assertAccessible(page);
  await page.locator('input[name=email]').fill(customer.email);
  await page.locator('input[name=password]').fill(customer.password);
  await page.locator('button[type=submit]').click();
  await title(page, 'Servers');
  await signOut();
  await page.waitForURL(/\/login$/);
  assert.deepEqual(problems, []);
  await close();
});

test('a tab follows when somebody else signs in from another, and who was not signed in is told of no session', async () => {
  const { page, problems, close } = await stage.open();
  const [, other] = (await stage.home.demo()).customers;
  await page.goto('/console/servers?from=mail');
  await page.waitForURL(/\/login\?next=%2Fconsole%2Fservers%3Ffrom%3Dmail$/);
  await signIn(page, customer);
  await go(page, 'Servers');
  await page.getByRole('row').getByRole('link', { name: 'trainer' }).waitFor();
  const second = await page.context().newPage();
  await signIn(second, other);
  // A tab that is hidden asks for nothing, and a browser without windows may leave one hidden that was brought to the front.
  const follows = async () => {
    await page.bringToFront();
    return page
      .getByText(other.name, { exact: true })
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
  };
  await until('the tab follows', 60_000, follows);
  await page.getByText('No servers yet').waitFor();
  assert.deepEqual(problems, []);
  await close();
});
