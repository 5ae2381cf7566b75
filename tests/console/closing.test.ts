import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from '../testing/browser.ts';
import { button, inDialog, title } from '../testing/console-page.ts';

const stage = browsedBoreal();
const Servers = z.object({ data: z.array(z.looseObject({ id: z.string(), name: z.string() })) });
const Key = z.object({ data: z.looseObject({ id: z.string() }) });
const NAME = 'a-trainer-with-a-rather-long-name-that-must-not-push-anything-out-of-the-page';
const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHhXmYhLDhRBnJoLzDsLDBKXJwTZ8bPvMCzv0cHyDkYQ laptop';

const words = {
  'en-CA': {
    link: 'Close the account…',
    title: 'Close the account',
    agree: /^Delete this server and its data/,
    close: 'Close the account',
    closed: /^This account was closed on/,
    security: 'Go to Security',
    remove: 'Remove my sign-in',
  },
  'fr-CA': {
    link: 'Fermer le compte…',
    title: 'Fermer le compte',
    agree: /^Supprimer ce serveur et ses données/,
    close: 'Fermer le compte',
    closed: /^Ce compte a été fermé le/,
    security: 'Aller à Sécurité',
    remove: 'Supprimer mon identité de connexion',
  },
} as const;

for (const [at, language, width] of [
  // The only one of the demo who has credit for a server.
  [0, 'fr-CA', 390],
  [1, 'en-CA', 1280],
] as const) {
  test(`an owner closes the account with its server, reads it, and removes their sign-in, ${language} at ${width}`, async () => {
    const person = (await stage.home.demo()).customers[at];
    assert.ok(person);
    const t = words[language];
    const rest: Rest = (method, path, body) =>
      fetch(`${stage.boreal.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${person.restKey}`, origin: stage.boreal.siteUrl, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    if (at === 0) await deploy(rest);
    // What else the demo has deployed.
    const servers = Servers.parse(await (await rest('GET', '/servers')).json()).data;
    for (const { id } of servers.filter(({ name }) => name !== NAME)) assert.equal((await rest('DELETE', `/servers/${id}`)).status, 200);

    const { page, problems, close } = await stage.open({ width, language });
    await signIn(page, person);
    await page.goto('/console/profile');
    await page.getByRole('link', { name: t.link }).click();
    await title(page, t.title);
    if (at === 0) await page.getByText(NAME).waitFor();
    await assertAccessible(page);
    await assertFits(page);

    const closing = button(page, t.close);
    if (at === 0) {
      assert.equal(await closing.getAttribute('aria-disabled'), 'true', 'nothing is deleted unless its owner has agreed');
      await page.getByRole('checkbox', { name: t.agree }).check();
    }
    await closing.click();
    const confirm = inDialog(page, t.close);
    assert.ok(await confirm.isDisabled(), 'the name is not typed yet');
    await page.getByRole('dialog').getByRole('textbox').fill(person.name);
    await assertAccessible(page);
    await assertFits(page);
    await confirm.click();
    await page.getByText(t.closed).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    assert.equal((await rest('GET', '/servers')).status, 401);

    await page.goto('/console');
    await page.getByText(t.closed).waitFor();
    await assertAccessible(page);
    for (const path of ['servers', 'api-keys', 'billing/invoices', 'members', 'profile']) {
      await page.goto(`/console/${path}`);
      await page.getByText(t.closed).waitFor();
      await assertFits(page);
    }
    await page.goto('/console/profile/close');
    await page.getByRole('link', { name: t.security }).click();
    await button(page, t.remove).click();
    await page.getByRole('dialog').getByRole('textbox').fill(person.email);
    await assertAccessible(page);
    await inDialog(page, t.remove).click();
    await page.waitForURL(/\/login/);
    await page.locator('input[name=email]').fill(person.email);
    await page.locator('input[name=password]').fill(person.password);
    await page.locator('button[type=submit]').click();
    await page.getByRole('alert').waitFor();
    assert.deepEqual(problems, []);
    await close();
  });
}

type Rest = (method: string, path: string, body?: unknown) => Promise<Response>;

async function deploy(rest: Rest): Promise<void> {
  const added = await rest('POST', '/settings/ssh-keys', { name: 'laptop', publicKey: PUBLIC_KEY });
  const { id: sshKeyId } = Key.parse(await added.json()).data;
  const made = await rest('POST', '/servers', { productId: 'l4-x1', sshKeyId, name: NAME });
  assert.equal(made.status, 201, await made.text());
}
