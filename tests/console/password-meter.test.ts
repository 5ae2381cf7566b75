import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits } from '../testing/browser.ts';

const stage = browsedBoreal();

test('who signs up sees how hard their password is to guess, in no address and no log', async () => {
  const { page, problems, close } = await stage.open({ width: 360 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/signup');
  const password = page.getByLabel('Password', { exact: true });
  const meter = page.getByRole('meter', { name: 'Password strength' });
  await page.getByLabel('Your name').fill('Camille Gagnon');
  assert.equal(await meter.count(), 0);
  await password.fill('password123');
  await page.getByText('Easy to guess.').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  await password.fill('camille gagnon');
  await page.getByText('Too close to your name or address.').waitFor();
  await password.fill('correct horse battery staple');
  await page.getByText('Strong.').waitFor();
  assert.equal(await meter.getAttribute('aria-valuenow'), '100');
  await password.fill('short');
  await page.getByText('Strong.').waitFor({ state: 'hidden' });
  assert.ok(asked.every((url) => !/password123|battery|camille/.test(url)));
  assert.deepEqual(problems, []);
  await close();
});
