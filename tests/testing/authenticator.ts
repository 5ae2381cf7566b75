import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Page } from 'playwright-core';
import { button, inDialog } from './console-page.ts';

/** What an authenticator app shows next. Each code signs in once, so the next one is that of 30 seconds later. */
export type NextCode = () => Promise<string>;

/** An authenticator app with this key. Its clock is a step behind, so that there is room for a second code at once. */
export function authenticatorOf(secret: string): NextCode {
  let step = Math.floor(Date.now() / 30_000) - 1;
  return () => createOTP(new TextDecoder().decode(base32.decode(secret))).hotp((step += 1));
}

/** Sets up two-factor authentication on the page of one's own security, which is open. */
export async function setUpTwoFactor(page: Page, password: string): Promise<NextCode> {
  await button(page, 'Set up').click();
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await inDialog(page, 'Continue').click();
  const code = authenticatorOf((await page.getByRole('dialog').locator('code').textContent()) ?? '');
  await page.getByLabel('Six-digit code').fill(await code());
  await inDialog(page, 'Turn on').click();
  await inDialog(page, 'I’ve saved them').click();
  await page.getByText('On', { exact: true }).waitFor();
  return code;
}
