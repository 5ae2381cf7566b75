import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerStake } from '@boreal/contract/servers/console-servers.ts';
import { z } from 'zod';
import { addSshKey, deploy } from '../testing/boreal-process-client.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, signIn } from '../testing/browser.ts';
import { button } from '../testing/console-page.ts';

// Minutes of a machine's start become a second.
const stage = browsedBoreal({ BOREAL_TIME_SCALE: '120' });

test('the list says of each server what deleting or hibernating it costs and loses, as its own page does', async () => {
  const [customer] = (await stage.home.demo()).customers;
  const sshKeyId = await addSshKey(stage.boreal, customer.restKey);
  const names = ['stake-hourly', 'stake-renewed', 'stake-new'] as const;
  for (const name of names) await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId, name });
  const { page, problems, close } = await stage.open();
  await signIn(page, customer);
  const ids = new Map<string, string>();
  // What is at stake with a server depends on days that have passed: told here as the server would tell it then.
  await page.route('**/server-stakes*', async (route) => {
    const answer = await route.fetch();
    const { data: stakes } = z.object({ data: z.array(ServerStake) }).parse(await answer.json());
    const term = { status: 'active', paidUntil: '2031-01-23T17:00:00Z' } as const;
    const next = { start: '2031-01-23T17:00:00Z', end: '2031-02-23T17:00:00Z', paid: 1567.11 };
    await route.fulfill({
      json: {
        data: stakes.map((stake): ServerStake => {
          if (stake.id === ids.get('stake-renewed')) return { ...stake, workDisk: 'scratch', hour: null, terms: { ...term, next } };
          return stake.id === ids.get('stake-new') ? { ...stake, everActive: false, hour: 'refunded' } : { ...stake, hour: 'kept' };
        }),
      },
    });
  });
  await page.goto('/console/servers');
  await page.getByRole('textbox', { name: /^Search/ }).fill('stake-');
  for (const name of names) {
    const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
    ids.set(name, /srv_\w+/.exec(href ?? '')?.[0] ?? '');
    await page.getByRole('row').filter({ hasText: name }).getByText('Active', { exact: true }).waitFor();
  }
  const dialog = page.getByRole('dialog');
  const askOf = async (name: string, action: string) => {
    await button(page, `Actions of ${name}`).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  const told = {
    renewed:
      /^The next term, from Jan 23, 2031 to Feb 23, 2031, has not started: the \$1,567\.11 paid for it, taxes included, is refunded to the card\.$/,
    fresh: 'It never started, so its first hour is refunded as credit.',
    hourly: 'The hour already paid is not refunded.',
  };

  // From the row, by its own name.
  await askOf('stake-renewed', 'Delete');
  await dialog.getByRole('heading', { name: 'Delete stake-renewed?' }).waitFor();
  await dialog.getByText(told.renewed).waitFor();
  await dialog.getByText(/^It is paid until Jan 23, 2031\./).waitFor();
  await assertAccessible(page);
  assert.equal(await dialog.getByRole('button', { name: 'Delete', exact: true }).isDisabled(), true);
  await dialog.getByRole('textbox', { name: /stake-renewed/ }).fill('stake-renewed');
  assert.equal(await dialog.getByRole('button', { name: 'Delete', exact: true }).isEnabled(), true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await askOf('stake-renewed', 'Hibernate');
  await dialog.getByText(/everything on the work disk is lost/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  // All of them: each with its own.
  await page.getByLabel('Select all').check();
  await button(page, 'Delete').click();
  for (const sentence of Object.values(told)) await dialog.getByText(sentence).waitFor();
  assert.deepEqual(await dialog.getByRole('listitem').allTextContents(), [...names]);
  await assertAccessible(page);
  await dialog.getByRole('textbox').fill('delete 3');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  // On its own page, the same; and nothing is done while it is not known.
  await page.getByRole('link', { name: 'stake-new', exact: true }).click();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByText(told.fresh).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/server-stakes*', (route) =>
    route.fulfill({ status: 500, json: { error: 'INTERNAL_ERROR', message: 'Something went wrong.' } }),
  );
  await button(page, 'Stop').click();
  await dialog.getByRole('alert').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Stop', exact: true }).isDisabled(), true);
  await page.keyboard.press('Escape');
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('500')),
    [],
  );
  await close();
});
