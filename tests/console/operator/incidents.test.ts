import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../testing/boreal-process.ts';
import { assertAccessible, assertFits, signIn } from '../../testing/browser.ts';
import { button, dialog, done, go, inDialog, title } from '../../testing/console-page.ts';
import { watchLayoutShift } from '../../testing/layout-shift.ts';
import { operatedBoreal } from '../../testing/operated-boreal.ts';

const stage = operatedBoreal({});
/** What a page may move while it is read, in Chromium's measure. */
const SHIFT_MAX = 0.05;

test('an operator tells customers of an incident and of its end: above their pages, and on the status page, in both languages', async () => {
  const { operator, customers } = await stage.home.demo();
  const desk = await stage.open();
  await signIn(desk.page, operator);
  await desk.page.goto('/operator/incidents');
  await desk.page.getByText('Nothing reported yet').waitFor();
  await button(desk.page, 'Report an incident').click();
  await inDialog(desk.page, 'Notify customers').click();
  await dialog(desk.page)
    .getByText(/required|Choose|Select|Enter/)
    .first()
    .waitFor();
  await dialog(desk.page).getByRole('checkbox', { name: 'Deployments' }).check();
  await dialog(desk.page).getByLabel('Impact').selectOption('Outage');
  await dialog(desk.page).getByLabel('Title in English').fill('Deployments fail');
  await dialog(desk.page).getByLabel('Title in French').fill('<b>Les déploiements échouent</b>');
  await dialog(desk.page).getByLabel('Message in English').fill('New servers do not start. Running ones are not affected.');
  await dialog(desk.page).getByLabel('Message in French').fill('Les nouveaux serveurs ne démarrent pas.\nLes autres ne sont pas touchés.');
  await assertAccessible(desk.page);
  await inDialog(desk.page, 'Notify customers').click();
  await done(desk.page, 'Customers have been notified.');

  const telephone = await stage.open({ width: 360, scheme: 'dark', language: 'fr-CA' });
  await signIn(telephone.page, customers[0]);
  const banner = telephone.page.getByRole('status').filter({ hasText: 'ne démarrent pas' });
  await banner.getByText('<b>Les déploiements échouent</b> · En cours d’examen').waitFor();
  await assertAccessible(telephone.page);
  await assertFits(telephone.page);
  await banner.getByRole('link').click();
  await telephone.page.waitForURL(/\/fr\/(?:status|etat)/);
  await telephone.page.getByText('<b>Les déploiements échouent</b>').first().waitFor();
  await assertAccessible(telephone.page);
  await assertFits(telephone.page);

  await go(desk.page, 'Deployments fail');
  await title(desk.page, 'Deployments fail');
  await desk.page.getByLabel('State').selectOption('Resolved');
  await desk.page.getByLabel('Message in English').fill('A switch was replaced. Everything works again.');
  await desk.page.getByLabel('Message in French').fill('Un commutateur a été remplacé. Tout fonctionne de nouveau.');
  await button(desk.page, 'Notify customers').click();
  await done(desk.page, 'Everything works again.');
  await assertAccessible(desk.page);
  await assertFits(desk.page);

  const past = telephone.page.locator('summary').filter({ hasText: 'déploiements échouent' });
  // The site keeps a page for some seconds.
  await until('the status page says that it is over', 60_000, async () => {
    await telephone.page.reload();
    return (await past.count()) === 1;
  });
  await past.click();
  await telephone.page.getByText('Un commutateur a été remplacé.').first().waitFor();
  await telephone.page.goto('/console');
  await title(telephone.page, 'Aperçu');
  assert.equal(await telephone.page.getByText('ne démarrent pas').count(), 0, 'who works is told only of what is going on');
  assert.deepEqual([...desk.problems, ...telephone.problems], []);
  await desk.close();
  await telephone.close();
});

test('planned maintenance is announced above customers’ pages before it begins', async () => {
  const { operator, customers } = await stage.home.demo();
  const desk = await stage.open();
  await signIn(desk.page, operator);
  await desk.page.goto('/operator/incidents');
  await button(desk.page, 'Announce maintenance').click();
  const ask = dialog(desk.page);
  await ask.getByRole('checkbox', { name: 'Network' }).check();
  await ask.getByLabel('Title in English').fill('New switches');
  await ask.getByLabel('Title in French').fill('Nouveaux commutateurs');
  await ask.getByLabel('Message in English').fill('Connections break for a minute.');
  await ask.getByLabel('Message in French').fill('Les connexions sont coupées pendant une minute.');
  await ask.getByLabel(/^From/).fill(localMinute(2));
  await ask.getByLabel('Planned end').fill(localMinute(1));
  await inDialog(desk.page, 'Notify customers').click();
  await ask
    .getByText(/after|later/)
    .first()
    .waitFor();
  await ask.getByLabel('Planned end').fill(localMinute(3));
  await inDialog(desk.page, 'Notify customers').click();
  await done(desk.page, 'Customers have been notified.');
  const customer = await stage.open();
  await signIn(customer.page, customers[0]);
  await customer.page.getByText(/^New switches · /).waitFor();
  assert.deepEqual([...desk.problems, ...customer.problems], []);
  await desk.close();
  await customer.close();
});

test('an operator announces something new, which customers close, and ends it', async () => {
  const { operator, customers } = await stage.home.demo();
  const desk = await stage.open();
  await signIn(desk.page, operator);
  await desk.page.goto('/operator/incidents');
  await button(desk.page, 'Make an announcement').click();
  const ask = dialog(desk.page);
  await ask.getByLabel('Title in English').fill('New prices');
  await ask.getByLabel('Title in French').fill('Nouveaux prix');
  await ask.getByLabel('Message in English').fill('An H100 costs less from Monday.');
  await ask.getByLabel('Message in French').fill('Un H100 coûte moins dès lundi.');
  await ask.getByLabel('Until').fill(localMinute(30));
  assert.equal(await ask.getByRole('checkbox', { name: 'Email subscribers' }).isChecked(), false);
  await assertAccessible(desk.page);
  await inDialog(desk.page, 'Announce').click();
  await done(desk.page, 'Customers have been notified.');

  const telephone = await stage.open({ width: 360, scheme: 'dark', language: 'fr-CA' });
  await signIn(telephone.page, customers[0]);
  const banner = telephone.page.getByRole('status').filter({ hasText: 'Un H100 coûte moins' });
  await banner.getByText('Nouveaux prix', { exact: true }).waitFor();
  await assertAccessible(telephone.page);
  await assertFits(telephone.page);
  await banner.getByRole('button', { name: 'Fermer' }).click();
  await banner.waitFor({ state: 'detached' });
  await telephone.page.reload();
  await title(telephone.page, 'Aperçu');
  assert.equal(await banner.count(), 0, 'who has read it is not told again');

  await go(desk.page, 'New prices');
  await title(desk.page, 'New prices');
  await desk.page.getByText(/^shown until /).waitFor();
  await assertAccessible(desk.page);
  await assertFits(desk.page);
  await desk.page.getByLabel('Message in English').fill('From Tuesday.');
  await desk.page.getByLabel('Message in French').fill('Dès mardi.');
  await button(desk.page, 'Notify customers').click();
  // Not what is typed, but what has been said.
  await desk.page.getByRole('listitem').getByText('From Tuesday.').waitFor();
  await telephone.page.reload();
  await telephone.page.getByRole('status').filter({ hasText: 'Dès mardi.' }).waitFor();
  await button(desk.page, 'End').click();
  await assertAccessible(desk.page);
  await inDialog(desk.page, 'End').click();
  await done(desk.page, 'The announcement has ended.');
  await desk.page.getByText('Ended', { exact: true }).waitFor();
  assert.equal(await button(desk.page, 'Notify customers').count(), 0, 'of what has ended nothing more is said');
  assert.deepEqual([...desk.problems, ...telephone.problems], []);
  await desk.close();
  await telephone.close();
});

test('what is told above the pages comes with them, and what comes later lies over their foot: nothing that is read moves', async () => {
  const report = (name: string) =>
    stage.ask(stage.operator, 'POST', '/operator/incidents', {
      kind: 'incident',
      impact: 'outage',
      components: ['network'],
      title: { en: name, fr: name },
      text: { en: 'A long sentence that takes its place. '.repeat(9), fr: 'Une longue phrase qui prend sa place. '.repeat(9) },
      key: name.replace(' ', '-'),
    });
  await report('The first');
  const { page, problems, close } = await stage.open({ width: 390 });
  await signIn(page, stage.customer);
  const shiftOf = await watchLayoutShift(page);
  await page.clock.install();
  // A server with much to do sends the page without it.
  await until('the page brings what is told above it', 60_000, async () => {
    await page.goto('/console/billing');
    return (await page.locator('script#incidents').count()) === 1;
  });
  await title(page, 'Credit');
  const first = page.getByRole('status').filter({ hasText: 'The first' });
  await first.waitFor();
  const settled = await settledTop(page);
  const loaded = await shiftOf();
  assert.ok(loaded.sum < SHIFT_MAX, JSON.stringify(loaded));

  await report('The second');
  await page.clock.fastForward(61_000);
  const second = page.getByRole('status').filter({ hasText: 'The second' });
  await second.waitFor();
  assert.equal(await settledTop(page), settled, 'the title is where it was');
  const read = await shiftOf();
  assert.ok(read.sum < SHIFT_MAX, JSON.stringify(read));
  await assertAccessible(page);
  await assertFits(page);
  await second.getByRole('button', { name: 'Close' }).click();
  await until('it has its place above the page', 60_000, async () => (await settledTop(page)) > settled);
  assert.equal(await second.count(), 1);
  assert.deepEqual(problems, []);
  await close();
});

const settledTop = async (page: Page) => Math.round((await page.locator('h1').boundingBox())?.y ?? -1);

/** So many days from now, as somebody types it here. */
function localMinute(days: number): string {
  const then = new Date(Date.now() + days * 86_400_000);
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
