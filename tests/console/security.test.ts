import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { authenticatorOf } from '../testing/authenticator.ts';
import type { DemoCustomer } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from '../testing/browser.ts';
import { button, inDialog, title } from '../testing/console-page.ts';

let second: DemoCustomer;
let third: DemoCustomer;
const stage = browsedBoreal({}, async () => {
  [, second, third] = (await stage.home.demo()).customers;
});

/** Signed in, and nothing is under way any more that would lead away from where one goes next. */
async function arrived(page: Page): Promise<void> {
  await button(page, /’s menu$/).waitFor();
  await page.waitForLoadState('networkidle');
}

async function signOut(page: Page): Promise<void> {
  await button(page, /’s menu$/).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
}

test('somebody sets up two-factor authentication with the picture’s key, and is asked for a code at the next', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, second);
  await page.goto('/console/profile/security');
  await button(page, 'Set up').click();
  await page.getByRole('dialog').getByLabel('Your password').fill('not the password');
  await inDialog(page, 'Continue').click();
  await page.getByRole('alert').getByText('Incorrect password. Try again.').waitFor();
  await page.getByRole('dialog').getByLabel('Your password').fill(second.password);
  await inDialog(page, 'Continue').click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const code = authenticatorOf((await page.getByRole('dialog').locator('code').textContent()) ?? '');
  await page.getByLabel('Six-digit code').fill(await code());
  await assertAccessible(page);
  await inDialog(page, 'Turn on').click();
  const codes = page.getByRole('region', { name: 'Your recovery codes' });
  const [recovery = ''] = ((await codes.textContent()) ?? '').split('\n');
  await assertAccessible(page);
  await inDialog(page, 'I’ve saved them').click();
  await page.getByText('On', { exact: true }).waitFor();

  await signOut(page);
  const withPassword = async () => {
    await page.locator('input[name=email]').fill(second.email);
    await page.locator('input[name=password]').fill(second.password);
    await button(page, 'Sign in').click();
    await title(page, 'Confirm it’s you');
  };
  await withPassword();
  await page.getByLabel('Code', { exact: true }).fill(await code());
  await button(page, 'Confirm').click();
  await arrived(page);
  await signOut(page);
  await withPassword();
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Recovery code').fill(recovery);
  await button(page, 'Confirm').click();
  await arrived(page);
  assert.deepEqual(problems, []);
  await close();
});

test('a passkey is set up, signs in, is renamed and removed; other sessions are ended', async () => {
  const elsewhere = await stage.open();
  await signIn(elsewhere.page, third);
  const { page, problems, close } = await stage.open();
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, third);
  await page.getByText('Sign in without a password').waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Set up a passkey' }).click();
  await button(page, 'Add a passkey').click();
  await page.getByRole('dialog').getByLabel('Name').fill('laptop');
  await inDialog(page, 'Add a passkey').click();
  await button(page, 'Rename laptop').waitFor();
  await assertAccessible(page);
  await page.goto('/console');
  await arrived(page);
  assert.equal(await page.getByText('Sign in without a password').count(), 0, 'who has one is offered none');
  await page.goto('/console/profile/security');

  await button(page, 'Sign out everywhere else').click();
  await page.getByText('1 session ended.').waitFor();
  await elsewhere.page.goto('/console');
  await elsewhere.page.waitForURL(/\/login/);
  await elsewhere.close();

  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL(/\/console/);
  await page.goto('/console/profile/security');
  await button(page, 'Rename laptop').click();
  await page.getByRole('dialog').getByLabel('Name').fill('desk');
  await inDialog(page, 'Rename').click();
  await button(page, 'Remove desk').click();
  await inDialog(page, 'Remove').click();
  await page.getByText('No passkeys yet.').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('who declines a passkey is not asked again in this browser', async () => {
  const { page, problems, close } = await stage.open({ language: 'fr-CA', width: 390 });
  await signIn(page, third);
  await page.getByText('Connectez-vous sans mot de passe').waitFor();
  await assertFits(page);
  await button(page, 'Plus tard').click();
  await page.reload();
  await title(page, 'Aperçu');
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByText('Connectez-vous sans mot de passe').count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test('an old session is asked for the password before it makes a key, and goes on where it was', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, third);
  await stage.home.inDatabase(({ pool }) => pool.query(`update sessions set proven_at = proven_at - interval '11 minutes'`));
  await page.goto('/console/api-keys');
  await button(page, 'Create key').first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('from an old session');
  await inDialog(page, 'Create key').click();
  const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await ask.getByLabel('Your password').fill('not the password');
  await ask.getByRole('button', { name: 'Confirm' }).click();
  await ask.getByText('Incorrect password. Try again.').waitFor();
  await assertAccessible(page);
  await ask.getByLabel('Your password').fill(third.password);
  await ask.getByRole('button', { name: 'Confirm' }).click();
  await page
    .getByText(/gpu_[A-Za-z0-9]{40}/)
    .first()
    .waitFor();
  assert.deepEqual(problems, []);
  await close();
});
