import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openProviderDouble, type ProviderAccount } from '../../server/src/identity/testing/provider-double.ts';
import { freePort } from '../testing/boreal-process.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from '../testing/browser.ts';
import { button, done, inDialog, title } from '../testing/console-page.ts';

const port = String(await freePort());
const SITE = `http://localhost:${port}`;
const double = await openProviderDouble(`${SITE}/sign-in/`);
after(() => double.close());
const stage = browsedBoreal({
  BOREAL_PORT: port,
  SITE_URL: SITE,
  BOREAL_GOOGLE_CLIENT_ID: double.clientId,
  BOREAL_GOOGLE_CLIENT_SECRET: double.clientSecret,
  BOREAL_GOOGLE_ISSUER: double.url,
  BOREAL_GITHUB_CLIENT_ID: double.clientId,
  BOREAL_GITHUB_CLIENT_SECRET: double.clientSecret,
  BOREAL_GITHUB_URL: double.url,
});

const account = (subject: string, about: Partial<ProviderAccount> = {}): ProviderAccount => ({
  subject,
  email: `person-${subject}@example.com`,
  verified: true,
  name: 'Aurore Tremblay',
  login: `person-${subject}`,
  ...about,
});

async function signOut(page: Page): Promise<void> {
  await button(page, /(’s menu$|^Menu de)/).click();
  await page.getByRole('menuitem', { name: /^(Sign out|Se déconnecter)$/ }).click();
  await page.waitForURL(/\/login/);
}

for (const [language, width, scheme, subject, words] of [
  [
    'en-CA',
    1280,
    'light',
    '41',
    { goOn: 'Continue with Google', title: 'Create account', agree: /^I agree to/, missed: /agree/i, open: 'Create account' },
  ],
  [
    'fr-CA',
    390,
    'dark',
    '42',
    { goOn: 'Continuer avec Google', title: 'Créer un compte', agree: /^J’accepte/, missed: /accept/i, open: 'Créer un compte' },
  ],
] as const) {
  test(`somebody new comes from Google, agrees to the terms, lands where they wanted to go, and is one click away next time: ${language} at ${width}`, async () => {
    double.account = account(subject);
    const { page, problems, close } = await stage.open({ language, width, scheme });
    await page.goto('/signup?next=%2Fconsole%2Fssh-keys');
    await button(page, words.goOn).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await button(page, words.goOn).click();
    await page.waitForURL('**/sign-in/google');
    await title(page, words.title);
    await page.getByText(`person-${subject}@example.com`).waitFor();
    assert.equal(new URL(page.url()).search, '', 'what Google has added stays in the address');
    await assertAccessible(page);
    await assertFits(page);
    await button(page, words.open).click();
    await page.getByRole('checkbox', { name: words.agree }).and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByRole('checkbox', { name: words.agree }).check();
    await button(page, words.open).click();
    await page.waitForURL('**/console/ssh-keys');

    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.goto('/login');
    await button(page, words.goOn).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await button(page, words.goOn).click();
    await page.waitForURL(/\/console$/);
    assert.deepEqual(problems, []);
    await close();
  });
}

test('whoever reads the terms and goes away has no account', async () => {
  double.account = account('43');
  const { page, close } = await stage.open();
  await page.goto('/login');
  await button(page, 'Continue with GitHub').click();
  await page.getByText('person-43@example.com').waitFor();
  await page.getByRole('link', { name: 'Don’t create an account' }).click();
  await button(page, 'Continue with GitHub').waitFor();
  const people = await stage.home.inDatabase(async ({ pool }) => pool.query("select 1 from users where email = 'person-43@example.com'"));
  assert.equal(people.rows.length, 0);
  await close();
});

test('who cancels at the provider, has an account already, or comes back twice, is told what to do, and goes on from where they were', async () => {
  const [customer] = (await stage.home.demo()).customers;
  const { page, problems, close } = await stage.open();
  double.account = account('44', { email: customer.email });
  double.trouble = 'cancel';
  await page.goto('/login?next=%2Fconsole%2Fbilling');
  await button(page, 'Continue with Google').click();
  await title(page, 'Couldn’t sign in with Google');
  await page.getByRole('alert').getByText('so nothing has changed').waitFor();
  await assertAccessible(page);
  double.trouble = 'none';
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await page.waitForURL(/\/login\?next=%2Fconsole%2Fbilling$/);
  await button(page, 'Continue with Google').click();
  await page.getByRole('alert').getByText('There is already an account with this email address.').waitFor();
  await page.reload();
  await page.getByRole('alert').getByText('Start over.').waitFor();
  await page.goto('/sign-in/nobody');
  await title(page, 'Page not found');
  assert.deepEqual(problems, []);
  await close();
});

test('somebody adds GitHub in their security, signs in with it, and removes it after a proof', async () => {
  const [, customer] = (await stage.home.demo()).customers;
  double.account = account('45', { email: 'elsewhere@example.com', login: 'octo-person' });
  const { page, problems, close } = await stage.open();
  await signIn(page, customer);
  await page.goto('/console/profile/security');
  await button(page, 'Add GitHub').click();
  await done(page, 'GitHub now signs you in.');
  await page.waitForURL('**/console/profile/security');
  await page.getByText('octo-person').waitFor();
  await assertAccessible(page);
  await page.setViewportSize({ width: 390, height: 860 });
  await assertFits(page);
  await page.setViewportSize({ width: 1280, height: 860 });

  await signOut(page);
  await button(page, 'Continue with GitHub').click();
  await page.waitForURL(/\/console$/);
  await stage.home.inDatabase(async ({ pool }) => pool.query("update sessions set proven_at = '2020-01-01'"));
  await page.goto('/console/profile/security');
  await button(page, 'Remove GitHub').click();
  await inDialog(page, 'Remove').click();
  await page.getByText('After you confirm on the other site').waitFor();
  await assertAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with GitHub' }).click();
  await done(page, 'Confirmed. Now repeat what you were doing.');
  await page.waitForURL('**/console/profile/security');
  await button(page, 'Remove GitHub').click();
  await inDialog(page, 'Remove').click();
  await button(page, 'Add GitHub').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('somebody without a password is told so, keeps their only way in, and sets up two-factor authentication without one', async () => {
  double.account = account('46');
  const { page, problems, close } = await stage.open();
  await page.goto('/login');
  await button(page, 'Continue with Google').click();
  await page.getByRole('checkbox', { name: /^I agree to/ }).check();
  await button(page, 'Create account').click();
  await page.waitForURL(/\/console$/);
  await page.goto('/console/profile/security');
  await page.getByText('You sign in without a password.').waitFor();
  await button(page, 'Email me a link').click();
  await page.getByText('We sent a link to person-46@example.com.').waitFor();
  await button(page, 'Remove Google').click();
  await inDialog(page, 'Remove').click();
  await page.getByRole('dialog').getByText('the only way you sign in').waitFor();
  await inDialog(page, 'Cancel').click();
  await button(page, 'Set up').click();
  assert.equal(await page.getByRole('dialog').getByLabel('Your password').count(), 0);
  await inDialog(page, 'Continue').click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await assertAccessible(page);
  assert.deepEqual(problems, []);
  await close();
});
