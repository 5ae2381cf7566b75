import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, signIn } from '../testing/browser.ts';
import { mailedLink } from '../testing/mail-folder.ts';

const stage = browsedBoreal();

test('an address is changed by two links, and signs in from then on', async () => {
  const { page, problems, close } = await stage.open();
  const [customer] = (await stage.home.demo()).customers;
  const email = 'aurore@new.example';
  await signIn(page, customer);
  await page.goto('/console/profile/security');
  await page.getByLabel('New address').fill(email);
  await page.getByRole('button', { name: 'Change email address' }).click();
  const first = await mailedLink(stage.home.dataDir, { kind: 'email_change_asked', to: customer.email });

  const elsewhere = await stage.open();
  await elsewhere.page.goto(first);
  await elsewhere.page.getByText('Sign in first, then open this link again in the same browser.').waitFor();
  await elsewhere.close();

  await page.goto(first);
  await page.getByText('We sent a second link to your new address.').waitFor();
  await assertAccessible(page);
  await page.goto(await mailedLink(stage.home.dataDir, { kind: 'email_change_new', to: email }));
  await page.getByText('Your address was changed.').waitFor();
  await page.getByRole('link', { name: 'Go to overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.deepEqual(problems, []);
  await close();

  const again = await stage.open();
  await signIn(again.page, { ...customer, email });
  await again.close();
});
