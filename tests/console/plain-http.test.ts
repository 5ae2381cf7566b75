import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSshKey } from '../testing/boreal-process-client.ts';
import { freePort } from '../testing/boreal-process.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, describedBy, PLAIN_HTTP_HOST, signIn } from '../testing/browser.ts';

const port = String(await freePort());
const environment = { BOREAL_PORT: port, SITE_URL: `http://${PLAIN_HTTP_HOST}:${port}`, BOREAL_TIME_SCALE: '120' };
const stage = browsedBoreal(environment);

test('over plain http in a network of one’s own, people sign in, deploy, and are told how to copy', async () => {
  const [customer] = (await stage.home.demo()).customers;
  await addSshKey(stage.boreal, customer.restKey);
  const { page, close } = await stage.open();
  await page.goto('/login');
  assert.equal(await page.evaluate('window.isSecureContext'), false);
  const byPasskey = page.getByRole('button', { name: /^Sign in with a passkey/ });
  assert.equal(await byPasskey.getAttribute('aria-disabled'), 'true');
  assert.match(await describedBy(byPasskey), /Passkeys need HTTPS\./);
  await signIn(page, customer);

  await page.goto('/console/profile');
  await page.getByRole('button', { name: 'Add a tax number' }).click();
  await page.getByLabel('Number', { exact: true }).first().waitFor();

  await page.goto('/console/deploy');
  await page.getByRole('radio', { name: /^L4(?!0)/ }).check();
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await page.waitForURL(/\/console\/servers\/srv_/);
  const command = await page.getByText(/^ssh ubuntu@\d+\.\d+\.\d+\.\d+$/).textContent();
  await page.getByRole('button', { name: 'Copy: SSH command' }).click();
  await page.getByText('The text is selected: press Ctrl+C').first().waitFor();
  assert.equal(await page.evaluate('String(getSelection())'), command, 'one press of the keyboard copies it');
  await assertAccessible(page);

  await page.goto('/console/ssh-keys');
  await page.getByRole('button', { name: 'Add key' }).first().click();
  await page.getByRole('dialog').getByText('Generate a key pair', { exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Generate key pair' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('status').getByText('The text is selected').first().waitFor();
  assert.match(String(await page.evaluate('String(getSelection())')), /^-----BEGIN OPENSSH PRIVATE KEY-----/);
  await close();
});
