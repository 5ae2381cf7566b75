import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { makeBorealHome, type BorealHome } from './testing/boreal-process-home.ts';
import type { BorealProcess } from './testing/boreal-process.ts';
import { assertAccessible, openChromium, openVisitor, signIn } from './testing/browser.ts';
import { mailedLink } from './testing/mail-folder.ts';

let home: BorealHome;
let boreal: BorealProcess;
let browser: Browser;
before(async () => {
  home = await makeBorealHome();
  [boreal, browser] = await Promise.all([home.start(), openChromium()]);
});
after(async () => {
  await browser?.close();
  await home.close();
});

test('an address is changed by two links, and signs in from then on', async () => {
  const { page, problems, close } = await openVisitor(browser, boreal);
  const [customer] = (await home.demo()).customers;
  const email = 'aurore@new.example';
  await signIn(page, customer);
  await page.goto('/console/profile/security');
  await page.getByLabel('New address').fill(email);
  await page.getByRole('button', { name: 'Change the address' }).click();
  const first = await mailedLink(home.dataDir, { kind: 'email_change_asked', to: customer.email });

  const elsewhere = await openVisitor(browser, boreal);
  await elsewhere.page.goto(first);
  await elsewhere.page.getByText('Sign in first, then open this link again in the same browser.').waitFor();
  await elsewhere.close();

  await page.goto(first);
  await page.getByText('We sent a second link to your new address.').waitFor();
  await assertAccessible(page);
  await page.goto(await mailedLink(home.dataDir, { kind: 'email_change_new', to: email }));
  await page.getByText('Your address is changed.').waitFor();
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.deepEqual(problems, []);
  await close();

  const again = await openVisitor(browser, boreal);
  await signIn(again.page, { ...customer, email });
  await again.close();
});
