import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits } from '../testing/browser.ts';
import { button, title } from '../testing/console-page.ts';

// Of the demo's GPUs, the L40S is sold out.
const stage = browsedBoreal();

for (const [where, width] of [
  ['at a desk', 1280],
  ['on a telephone', 360],
] as const) {
  test(`who wants a GPU that is sold out asks to be told, from the public site to the console, ${where}`, async () => {
    const [person] = (await stage.home.demo()).customers;
    const { page, problems, close } = await stage.open({ width });
    await page.goto('/gpus/l40s');
    await assertFits(page);
    await page.getByRole('link', { name: 'Tell me when it’s back 2× L40S', exact: true }).click();
    // Signing in leads back to it.
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await button(page, 'Sign in').click();
    await page.waitForURL(/\/console\/deploy\?.*plan=l40s-x2/);
    await page.getByRole('radio', { name: /^2 × L40S/, checked: true }).waitFor();
    await button(page, 'Tell me when it’s back').click();
    await page.getByText(`We’ll email ${person.email} once it is back in stock.`).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await page.getByRole('radio', { name: /^1 × L40S/ }).check();
    await button(page, 'Tell me when it’s back').waitFor();

    await page.goto('/console/profile/stock-alerts');
    await title(page, 'Stock alerts');
    await page.getByRole('link', { name: 'L40S ×2' }).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await button(page, 'Remove the alert for L40S ×2').click();
    await page.getByText('No stock alerts').waitFor();
    await page.reload();
    await page.getByText('No stock alerts').waitFor();
    assert.deepEqual(problems, []);
    await close();
  });
}

test('the link in a mail leads to a page that stops nothing by itself, and says when it is too old', async () => {
  const { page, close } = await stage.open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto('/stop-stock-alerts#not.ours');
  await title(page, 'Stop stock alerts');
  await assertAccessible(page);
  assert.deepEqual(
    asked.filter((one) => one.startsWith('POST')),
    [],
  );
  await button(page, 'Stop all my alerts').click();
  await page.getByText('This link has expired or is incomplete.').waitFor();

  // A link cut short leads on, too: to the alerts, by signing in.
  const [person] = (await stage.home.demo()).customers;
  await page.goto('/');
  await page.goto('/stop-stock-alerts');
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await button(page, 'Sign in').click();
  await title(page, 'Stock alerts');
  await close();
});
