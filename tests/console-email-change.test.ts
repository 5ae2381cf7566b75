import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { makeBorealHome, type BorealHome } from './testing/boreal-process-home.ts';
import { until, type BorealProcess } from './testing/boreal-process.ts';
import { assertAccessible, openChromium, openVisitor, signIn } from './testing/browser.ts';

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

/** The link in the mail of this kind to this address, once it has gone out. */
async function mailedLink(kind: string, email: string): Promise<string> {
  const folder = join(home.dataDir, 'mail');
  const found: { link?: string } = {};
  await until(`a mail ${kind} to ${email}`, 30_000, async () => {
    const names = await readdir(folder).catch(() => []);
    const name = names.find((one) => one.endsWith(`-${kind}-${email}.txt`));
    const link = name === undefined ? null : /http\S+#[\w.~-]+/.exec(await readFile(join(folder, name), 'utf8'));
    if (link) found.link = link[0];
    return found.link !== undefined;
  });
  return found.link ?? '';
}

test('an address is changed by two links, and signs in from then on', async () => {
  const { page, problems, close } = await openVisitor(browser, boreal);
  const [customer] = (await home.demo()).customers;
  const email = 'aurore@new.example';
  await signIn(page, customer);
  await page.goto('/console/profile/security');
  await page.getByLabel('New address').fill(email);
  await page.getByRole('button', { name: 'Change the address' }).click();
  const first = await mailedLink('email_change_asked', customer.email);

  const elsewhere = await openVisitor(browser, boreal);
  await elsewhere.page.goto(first);
  await elsewhere.page.getByText('Sign in first, then open this link again in the same browser.').waitFor();
  await elsewhere.close();

  await page.goto(first);
  await page.getByText('A second link is on its way to your new address.').waitFor();
  await assertAccessible(page);
  await page.goto(await mailedLink('email_change_new', email));
  await page.getByText('Your address is changed.').waitFor();
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.deepEqual(problems, []);
  await close();

  const again = await openVisitor(browser, boreal);
  await signIn(again.page, { ...customer, email });
  await again.close();
});
