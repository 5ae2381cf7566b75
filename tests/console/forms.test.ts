import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addSshKey, deploy } from '../testing/boreal-process-client.ts';
import type { DemoFile } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, signIn } from '../testing/browser.ts';
import { wrongForms, type WrongForm } from '../testing/wrong-forms.ts';

let demo: DemoFile;
let forms: readonly WrongForm[];
const stage = browsedBoreal({}, async () => {
  demo = await stage.home.demo();
  const [{ restKey, accountId }] = demo.customers;
  const sshKeyId = await addSshKey(stage.boreal, restKey);
  const serverId = await deploy(stage.boreal, restKey, { productId: 'l4-x1', sshKeyId });
  forms = wrongForms({ serverId, accountId });
});

for (const [who, language, locale] of [
  ['stranger', 'en', 'en-CA'],
  ['stranger', 'fr', 'fr-CA'],
  ['customer', 'en', 'en-CA'],
  ['customer', 'fr', 'fr-CA'],
  ['operator', 'en', 'en-CA'],
  ['operator', 'fr', 'fr-CA'],
] as const) {
  test(`what ${who === 'operator' ? 'an' : 'a'} ${who} fills in wrong is told at its field in ${language === 'en' ? 'English' : 'French'}, and nothing is sent`, async () => {
    const { page, problems, close } = await stage.open({ language: locale });
    if (who !== 'stranger') await signIn(page, who === 'customer' ? demo.customers[0] : demo.operator);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/api/')) sent.push(`${request.method()} ${request.url()}`);
    });
    const own = forms.filter((form) => form.who === who);
    assert.ok(own.length > 0);
    for (const form of own) {
      const root = await fillIn(page, form, language);
      await root.locator('button[type=submit]').first().click();
      for (const { field, [language]: sentence } of form.says) {
        const input = root.locator(`[data-path="${field}"]`);
        await root.getByText(sentence, { exact: true }).first().waitFor();
        assert.equal(await input.getAttribute('aria-invalid'), 'true', `${form.path} ${field}`);
        assert.match(await description(input), new RegExp(escaped(sentence)), `${form.path} ${field} is not described by its sentence`);
      }
      const [first] = form.says;
      await root.locator(`[data-path="${first?.field}"]:focus`).waitFor();
      await assertAccessible(page);
    }
    assert.deepEqual(sent, []);
    assert.deepEqual(problems, []);
    await close();
  });
}

test('what is mended is told no more, and what the server alone knows is told at its field, too', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  const firewall = forms.find(({ path }) => path.endsWith('/firewall'));
  assert.ok(firewall);
  const root = await fillIn(page, firewall, 'en');
  const add = root.getByRole('button', { name: 'Add rule' });
  await add.click();
  await root.getByText('Enter a port from 1 to 65535.').first().waitFor();
  await root.locator('[data-path=portRangeMin]').fill('443');
  await root.locator('[data-path=portRangeMax]').fill('');
  await root.getByText('Enter a port from 1 to 65535.').first().waitFor({ state: 'detached' });
  const network = root.locator('[data-path=remoteIpPrefix]');
  await network.fill('203.0.113.7/99');
  await add.click();
  await network.and(page.locator(':focus')).waitFor();
  assert.match(await description(network), /This is not an IPv4 network in CIDR notation such as 203\.0\.113\.0\/24\./);
  await assertAccessible(page);
  await network.fill('203.0.113.7');
  await add.click();
  await page.getByRole('row', { name: /443.*203\.0\.113\.7\/32/ }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

/** Opens the form and fills it in; where its fields are. */
async function fillIn(page: Page, { path, opens, fill }: WrongForm, language: 'en' | 'fr'): Promise<Locator> {
  await page.goto(path);
  if (opens) await page.getByRole('button', { name: opens[language], exact: true }).click();
  const root = page.locator(opens ? '[role=dialog] form' : 'main form').last();
  for (const [field, text] of Object.entries(fill)) await root.locator(`[data-path="${field}"]`).fill(text);
  return root;
}

/** What a screen reader says of an input besides its name. */
async function description(input: Locator): Promise<string> {
  const ids = ((await input.getAttribute('aria-describedby')) ?? '').split(' ').filter((id) => id !== '');
  const texts = await Promise.all(ids.map((id) => input.page().locator(`[id="${id}"]`).textContent()));
  return texts.join(' ').replaceAll(/\s/g, ' ');
}

function escaped(text: string): string {
  return text.replaceAll(/[$().*+?[\\\]^{|}]/g, String.raw`\$&`);
}
