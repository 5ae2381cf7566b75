import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator } from '../testing/boreal-process-command.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, signIn } from '../testing/browser.ts';
import { mailedLink } from '../testing/mail-folder.ts';

const stage = browsedBoreal();

test('a customer signs in, sees their account, and signs out', async () => {
  const { page, problems, close } = await stage.open();
  const [customer] = (await stage.home.demo()).customers;
  await page.goto('/console');
  await page.waitForURL(/\/login/);
  await assertAccessible(page);
  await signIn(page, customer);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('main').getByText('Credit', { exact: true }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: /’s menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
  await page.goto('/console');
  await page.waitForURL(/\/login/);
  assert.deepEqual(problems, []);
  await close();
});

test('a wrong password is told as such, in French to who reads French', async () => {
  const { page, problems, close } = await stage.open({ language: 'fr-CA', width: 390, scheme: 'dark' });
  const [customer] = (await stage.home.demo()).customers;
  await page.goto('/login');
  await page.getByLabel('Adresse de courriel').fill(customer.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await page.getByRole('alert').getByText('Courriel ou mot de passe inexact.').waitFor();
  await assertAccessible(page);
  assert.deepEqual(problems, []);
  await close();
});

test('who comes from a French page is spoken to in French, whatever the browser speaks, and gets back to the site', async () => {
  const { page, problems, close } = await stage.open();
  await page.goto('/fr');
  await page.getByRole('link', { name: 'Créer un compte' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Créer un compte' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  await page.getByRole('link', { name: 'conditions d’utilisation' }).waitFor();
  await page.getByRole('link', { name: 'Boreal' }).click();
  await page.waitForURL(/\/fr$/);
  assert.deepEqual(problems, []);
  await close();
});

test('somebody opens an account, confirms the address by the mailed link, forgets the password and chooses another', async () => {
  const { page, problems, close } = await stage.open();
  const email = 'newcomer@example.com';
  await page.goto('/signup');
  await assertAccessible(page);
  await page.getByLabel('Your name').fill('Camille');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Use at least 10 characters.').waitFor();
  await page.getByLabel('Password', { exact: true }).and(page.locator(':focus')).waitFor();
  await assertAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('checkbox', { name: /^I agree to the Terms/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText(`We sent a confirmation link to ${email}.`).waitFor();

  await page.goto(await mailedLink(stage.home.dataDir, { kind: 'verify_email', to: email }));
  await page.getByText('Your address is confirmed.').waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the token stays in the address');

  await page.goto('/reset-password');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('we sent it a link').waitFor();
  await page.goto(await mailedLink(stage.home.dataDir, { kind: 'reset_password', to: email }));
  await page.getByLabel('New password').fill('another long password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Your new password is set.').waitFor();

  await signIn(page, { email, password: 'another long password' });
  await page.getByText('Welcome to Boreal').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('an invitation leads through signing in to the account that it is for', async () => {
  const [, customer] = (await stage.home.demo()).customers;
  const [{ accountId }] = (await stage.home.demo()).customers;
  const { code, stderr } = await operator({ BOREAL_DATA_DIR: stage.home.dataDir }, 'member', 'invite', accountId, customer.email, 'viewer');
  assert.equal(code, 0, stderr);
  const { page, problems, close } = await stage.open();
  await page.goto(await mailedLink(stage.home.dataDir, { kind: 'member_invited', to: customer.email }));
  await page.getByRole('link').last().waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Sign in to join' }).click();
  await page.waitForURL(/\/login\?next=/);
  assert.doesNotMatch(page.url(), /#|token/);
  await page.locator('input[name=email]').fill(customer.email);
  await page.locator('input[name=password]').fill(customer.password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: /^Join / }).click();
  await page.waitForURL(/\/console$/);
  await page.getByRole('button', { name: /^Switch account/ }).waitFor();
  // A viewer looks and touches nothing.
  await page.getByRole('heading', { name: 'No servers yet' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Deploy', exact: true }).count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test('a link to signing in leads to no other site, whatever it says comes next', async () => {
  const [customer] = (await stage.home.demo()).customers;
  for (const next of ['http://evil.example/x', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const { page, problems, close } = await stage.open();
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.locator('input[name=email]').fill(customer.email);
    await page.locator('input[name=password]').fill(customer.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/console', next);
    assert.deepEqual(problems, []);
    await close();
  }
});
