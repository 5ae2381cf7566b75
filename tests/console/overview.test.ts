import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attention } from '@boreal/contract/account/attention.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { addSshKey, deploy, expectData, untilActive } from '../testing/boreal-process-client.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from '../testing/browser.ts';

// Minutes of a machine's start become a second.
const stage = browsedBoreal({ BOREAL_TIME_SCALE: '120' });

const States = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

const everyKind = [
  { kind: 'payment_waits', paymentId: 'pay_waits', purpose: 'topup', total: 28.74 },
  { kind: 'renewal_failed', orderId: 'ord_fails', serverName: 'trainer', termEnd: '2031-01-23T17:00:00Z' },
  { kind: 'term_over', orderId: 'ord_over', serverName: 'archive', termEnd: '2031-01-20T17:00:00Z' },
  { kind: 'auto_reload_stopped' },
  { kind: 'payment_failed', paymentId: 'pay_fails', purpose: 'order', total: 2512.2 },
  { kind: 'backup_failed', serverId: 'srv_unsaved', serverName: 'unsaved', at: '2031-01-21T17:00:00Z' },
] as const satisfies readonly Attention[];

const tell = (page: Page, attention: readonly Attention[]) =>
  page.route('**/attention', (route) => route.fulfill({ json: { data: attention } }));

test('whatever is rare and needs attention is on the overview, with a button that leads to where it is mended', async () => {
  const [, customer] = (await stage.home.demo()).customers;
  for (const { language, width, scheme } of [
    { language: 'en-CA', width: 1280, scheme: 'light' },
    { language: 'fr-CA', width: 390, scheme: 'dark' },
  ] as const) {
    const { page, problems, close } = await stage.open({ language, width, scheme });
    await tell(page, everyKind);
    await signIn(page, customer);
    await page.goto('/console');
    const inEnglish = language === 'en-CA';
    const told = inEnglish
      ? ([
          [/^Your bank asks you to confirm \$28\.74 for credit\./, 'Confirm payment', '/console/billing/payments/pay_waits'],
          [/^trainer could not be renewed\. It hibernates on Jan 23, 2031/, 'View order', '/console/billing/orders/ord_fails'],
          [/^The term of archive ended on Jan 20, 2031/, 'Renew', '/console/billing/orders/ord_over'],
          [/^Auto-reload has stopped/, 'Fix auto-reload', '/console/billing/auto-reload'],
          [/^The card was declined: \$2,512\.20 for a prepaid server/, 'View payment', '/console/billing/payments/pay_fails'],
          [/^The backup of unsaved of Jan 21, 2031 was not made/, 'View backups', '/console/servers/srv_unsaved/backups'],
        ] as const)
      : ([
          [/^Votre banque vous demande de confirmer 28,74/, 'Confirmer le paiement', '/console/billing/payments/pay_waits'],
          [/^Le rechargement automatique s’est arrêté/, 'Corriger le rechargement', '/console/billing/auto-reload'],
          [/^La sauvegarde de unsaved du 21 janv. 2031 n’a pas été faite/, 'Voir les sauvegardes', '/console/servers/srv_unsaved/backups'],
        ] as const);
    for (const [text, name, href] of told) {
      const alert = page.getByRole('alert').filter({ hasText: text });
      await alert.waitFor();
      assert.equal(await alert.getByRole('link', { name, exact: true }).getAttribute('href'), href);
    }
    assert.equal(await page.getByRole('alert').count(), everyKind.length);
    await assertAccessible(page);
    await assertFits(page);
    assert.deepEqual(problems, []);
    await close();
  }
});

test('the first steps are ticked off as they are done, and then nothing needs attention', async () => {
  const [customer] = (await stage.home.demo()).customers;
  const { page, problems, close } = await stage.open();
  await page.route('**/credits?**', async (route) => {
    const answer: { data: object } = await (await route.fetch()).json();
    await route.fulfill({ json: { data: { ...answer.data, balance: 0 } } });
  });
  await signIn(page, customer);
  await page.goto('/console');
  const steps = page.getByRole('listitem').filter({ has: page.getByText(/credit|key|server/i) });
  const next = (name: string) => page.locator('main ol').getByRole('link', { name, exact: true });
  await steps.getByText('Add credit', { exact: true }).first().waitFor();
  await next('Add credit').waitFor();
  await next('Add a key').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await steps.getByText('Credit added', { exact: true }).waitFor();
  await next('Add credit').waitFor({ state: 'detached' });
  assert.equal(await page.locator('main').getByText('Needs attention').count(), 0, 'a newcomer is told of nothing that they have not');
  await assertAccessible(page);

  const sshKeyId = await addSshKey(stage.boreal, customer.restKey);
  await page.reload();
  await steps.getByText('SSH key added', { exact: true }).waitFor();
  await next('Add a key').waitFor({ state: 'detached' });
  await next('Deploy').waitFor();

  const id = await deploy(stage.boreal, customer.restKey, { productId: 'l4-x1', sshKeyId });
  await untilActive(stage.boreal, customer.restKey, id);
  // Without a reload.
  await page.getByText('You’re all set.', { exact: true }).waitFor();
  assert.equal(await page.getByText('Welcome to Boreal').count(), 0);
  await assertAccessible(page);

  // Not before all of it is known.
  await page.route('**/attention', (route) =>
    route.fulfill({ status: 500, json: { error: 'INTERNAL_ERROR', message: 'Something went wrong.' } }),
  );
  await page.reload();
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  await page.getByRole('heading', { name: 'Your servers' }).waitFor();
  assert.equal(await page.getByText('You’re all set.').count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

for (const { width, scheme } of [
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'light' },
] as const) {
  test(`a failed server is rebooted from the overview, once its page has asked, ${width} px wide`, async () => {
    const [customer] = (await stage.home.demo()).customers;
    const { restKey } = customer;
    // The one that the test before added.
    const [key] = await expectData(
      stage.boreal,
      { path: '/settings/ssh-keys', key: restKey },
      { data: z.array(z.object({ id: z.string() })) },
    );
    const sshKeyId = key?.id ?? (await addSshKey(stage.boreal, restKey));
    const name = `failing-${width}`;
    const id = await deploy(stage.boreal, restKey, { productId: 'l4-x1', sshKeyId, name });
    await untilActive(stage.boreal, restKey, id);
    const { page, problems, close } = await stage.open({ width, scheme });
    await signIn(page, customer);
    await page.route('**/server-states', async (route) => {
      const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      const { data } = States.parse(await answer.json());
      const failed = data.map((state) =>
        state.id === id ? { ...state, status: 'ERROR', task: null, allowedActions: ['stop', 'reboot'] } : state,
      );
      await route.fulfill({ json: { data: failed } });
    });
    await page.goto('/console');
    const alert = page.getByRole('alert').filter({ hasText: `${name} has failed.` });
    await alert.getByRole('link', { name: 'View server' }).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await alert.getByRole('link', { name: 'Reboot' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reboot' }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/console/servers/${id}`);
    await page.unrouteAll({ behavior: 'wait' });
    assert.deepEqual(problems, []);
    await close();
  });
}
