import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { call } from '../testing/boreal-process-client.ts';
import { assertAccessible, assertFits } from '../testing/browser.ts';
import { button, dialog, done, inDialog } from '../testing/console-page.ts';
import { operatedBoreal } from '../testing/operated-boreal.ts';

const stage = operatedBoreal({});
const { ask, own } = stage;
const Made = z.object({ id: z.string(), key: z.string() });

test('several API keys are revoked at once: those that the dialog names, and no other', async () => {
  const { page, problems } = stage.aurore;
  const keys = new Map<string, z.output<typeof Made>>();
  for (const name of ['ci', 'laptop', 'kept']) keys.set(name, Made.parse(await ask(stage.aurore, 'POST', own('/v1/api-keys'), { name })));
  const answerTo = async (name: string) => (await call(stage.boreal, { path: '/servers', key: keys.get(name)?.key ?? '' })).status;
  await page.goto('/console/api-keys');
  await page.getByLabel('Select ci').check();
  await page.getByLabel('Select laptop').check();
  await page.getByLabel('2 keys selected').waitFor();
  await assertAccessible(page);
  await button(page, 'Revoke').click();
  assert.deepEqual(
    (await dialog(page).getByRole('listitem').allTextContents()).map((text) => text.replace(/ \(gpu_.+…\)$/, '')).toSorted(),
    ['ci', 'laptop'],
  );
  await dialog(page).getByText('Anything that uses these keys stops working immediately. This cannot be undone.').waitFor();
  await assertAccessible(page);
  await inDialog(page, 'Cancel').click();
  assert.equal(await answerTo('ci'), 200, 'nothing is done before it is confirmed');
  await button(page, 'Revoke').click();
  await inDialog(page, 'Revoke').click();
  await done(page, '2 of 2 revoked.');
  await page.getByLabel('Select ci').waitFor({ state: 'detached' });
  assert.deepEqual([await answerTo('ci'), await answerTo('laptop'), await answerTo('kept')], [401, 401, 200]);

  // What a search hides is not chosen any more.
  await page.getByLabel('Select kept').check();
  await page.getByRole('searchbox').fill('demo');
  await page.getByLabel('Select kept').waitFor({ state: 'detached' });
  await page.getByLabel('Select all shown').waitFor();
  assert.equal(await button(page, 'Revoke').count(), 0);
  assert.deepEqual(problems, []);
});

test('an operator closes several tickets at once, and their customers read that they are closed', async () => {
  const { page, problems } = stage.operator;
  const made: string[] = [];
  for (const subject of ['Slow disk', 'Thank you', 'Still open']) {
    const ticket = await ask(stage.aurore, 'POST', own('/tickets'), { subject, message: 'Hello.' });
    made.push(z.object({ id: z.string() }).parse(ticket).id);
  }
  await page.goto('/operator/tickets');
  await page.getByLabel('Select Slow disk').check();
  await page.getByLabel('Select Thank you').check();
  await assertAccessible(page);
  await button(page, 'Close tickets').click();
  await dialog(page).getByText('If they reply, the ticket reopens.').waitFor();
  await dialog(page)
    .getByRole('listitem')
    .filter({ hasText: `Slow disk (${stage.customer.name})` })
    .waitFor();
  await assertAccessible(page);
  await inDialog(page, 'Close tickets').click();
  await done(page, '2 of 2 closed.');
  await page.getByLabel('Select Slow disk').waitFor({ state: 'detached' });
  await page.getByLabel('Select Still open').waitFor();
  const Ticket = z.object({ status: z.string() });
  const statuses = await Promise.all(made.map(async (id) => Ticket.parse(await ask(stage.aurore, 'GET', own(`/tickets/${id}`))).status));
  assert.deepEqual(statuses, ['closed', 'closed', 'open']);
  assert.deepEqual(problems, []);
});

test('several SSH keys are removed at once, on a telephone; one that is gone already is told of, and a viewer is offered none of it', async () => {
  const { page, problems } = stage.aurore;
  for (const name of ['one', 'two', 'three']) await ask(stage.aurore, 'POST', own('/settings/ssh-keys/generate'), { name });
  await page.setViewportSize({ width: 390, height: 860 });
  await page.goto('/console/ssh-keys');
  await page.getByLabel('Select all shown').check();
  await page.getByLabel('4 keys selected').waitFor();
  await page.getByLabel('Select three').uncheck();
  await page.getByLabel('3 keys selected').waitFor();
  await assertFits(page);
  await button(page, 'Remove').click();
  await dialog(page).getByText('Servers that already have them keep them.').waitFor();
  const keys = z.array(z.object({ id: z.string(), name: z.string() })).parse(await ask(stage.aurore, 'GET', own('/settings/ssh-keys')));
  const gone = keys.find(({ name }) => name === 'two');
  await stage.home.inDatabase(({ sql }) =>
    sql
      .deleteFrom('sshKeys')
      .where('id', '=', gone?.id ?? '')
      .execute(),
  );
  await inDialog(page, 'Remove').click();
  await page
    .getByRole('dialog', { name: '2 of 3 removed.' })
    .getByRole('listitem')
    .filter({ hasText: /^two: / })
    .waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByLabel('Select one').waitFor({ state: 'detached' });
  await page.getByLabel('Select three').waitFor();

  await stage.home.inDatabase(({ sql }) =>
    sql.updateTable('memberships').set({ role: 'viewer' }).where('accountId', '=', stage.customer.accountId).execute(),
  );
  await page.goto('/console/ssh-keys');
  await page.getByText('three').first().waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 0);
  assert.deepEqual(problems, []);
});
