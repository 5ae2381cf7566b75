import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from './testing/boreal-process.ts';
import { browsedBoreal } from './testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from './testing/browser.ts';
import { button, dialog, done, go, inDialog, title } from './testing/console-page.ts';

const stage = browsedBoreal();

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
  const told = telephone.page.waitForResponse(/\/api\/console\/incidents$/);
  await telephone.page.goto('/console');
  await title(telephone.page, 'Aperçu');
  assert.deepEqual(await (await told).json(), { data: [] });
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

/** So many days from now, as somebody types it here. */
function localMinute(days: number): string {
  const then = new Date(Date.now() + days * 86_400_000);
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
