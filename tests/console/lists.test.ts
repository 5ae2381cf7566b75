import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addSshKey } from '../testing/boreal-process-client.ts';
import type { DemoFile } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from '../testing/browser.ts';
import { button, title } from '../testing/console-page.ts';

const KEYS = '/console/api-keys';
const MANY = 4900;

let demo: DemoFile;
const stage = browsedBoreal({}, async () => {
  demo = await stage.home.demo();
});

for (const [where, width, scheme] of [
  ['at a desk', 1280, 'dark'],
  ['on a telephone', 390, 'light'],
] as const) {
  test(`a short list is sorted by a heading, back, and left as it was, ${where}`, async () => {
    const { page, problems, close } = await stage.open({ width, scheme });
    await signIn(page, demo.customers[1]);
    await page.goto('/console/ssh-keys');
    await title(page, 'SSH keys');
    await page.getByRole('main').getByRole('button').first().waitFor();
    assert.equal(await page.getByRole('columnheader').count(), 0, 'nothing to sort in an empty list');
    await page.goto(KEYS);
    await page.getByRole('columnheader', { name: 'Name' }).waitFor();
    const heading = page.getByRole('columnheader', { name: 'Name' });
    const orders: (string | null)[] = [];
    for (let presses = 0; presses < 3; presses += 1) {
      await heading.getByRole('button').press('Enter');
      orders.push(await heading.getAttribute('aria-sort'));
    }
    assert.deepEqual(orders, ['ascending', 'descending', null]);
    await assertFits(page);
    await assertAccessible(page);
    assert.deepEqual(problems, []);
    await close();
  });
}

test('keys, agents and tickets are searched, what finds nothing says so, and the address keeps the words but no key', async () => {
  const [{ restKey, ...person }] = demo.customers;
  const { page, problems, close } = await stage.open();
  await signIn(page, person);
  const main = page.getByRole('main');
  const find = async (words: string, none: string) => {
    await main.getByRole('searchbox').fill('no such thing');
    await main.getByText(none).waitFor();
    await main.getByRole('searchbox').fill(words);
    await main.getByText(none).waitFor({ state: 'detached' });
  };
  await page.goto('/console/support/new');
  for (const subject of ['No answer by SSH', 'A question']) {
    await page.goto('/console/support/new');
    await page.getByLabel('Subject').fill(subject);
    await page.getByLabel('Message').fill('See the subject.');
    await button(page, 'Send').click();
    await title(page, subject);
  }
  await page.goto('/console/support');
  await find('by ssh', 'No tickets match this search and status.');
  await page.getByRole('link', { name: 'No answer by SSH' }).waitFor();
  await page.getByRole('link', { name: 'A question' }).waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '?search=by+ssh');
  await page.reload();
  await page.getByRole('link', { name: 'No answer by SSH' }).waitFor();
  assert.equal(await main.getByRole('searchbox').inputValue(), 'by ssh');
  assert.equal(await page.getByRole('link', { name: 'A question' }).count(), 0);
  await assertFits(page);
  await assertAccessible(page);

  await page.goto(KEYS);
  await find(restKey, 'No API keys found');
  const visible = restKey.slice(0, 12);
  assert.equal(await main.getByRole('searchbox').inputValue(), visible);
  await page.getByRole('cell', { name: `${visible}…`, exact: true }).waitFor();
  assert.equal(new URL(page.url()).search, `?search=${visible}`);

  await page.goto('/console/agents');
  const agent = await main.getByRole('heading', { level: 2 }).first().innerText();
  await find(agent.slice(1), 'No agents found');
  await main.getByRole('heading', { level: 2, name: agent }).waitFor();

  await addSshKey(stage.boreal, restKey);
  await page.goto('/console/ssh-keys');
  const name = await page.getByRole('cell').first().innerText();
  await find(name.toUpperCase(), 'No SSH keys found');
  await page.getByRole('cell').getByText(name, { exact: true }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('operators find tickets and payments by words, with the status chosen, and the address keeps both', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.operator);
  const main = page.getByRole('main');
  for (const [path, none] of [
    ['/operator/tickets', 'No tickets'],
    ['/operator/money', 'No payments found'],
  ] as const) {
    await page.goto(path);
    await main.getByRole('searchbox').fill('no such thing');
    await main.getByText(none, { exact: true }).waitFor();
    const status = main.getByLabel('Status');
    await status.selectOption({ index: 1 });
    const chosen = await status.inputValue();
    await page.waitForURL((url) => url.search === `?search=no+such+thing&status=${chosen}`);
    await page.reload();
    await main.getByText(none, { exact: true }).waitFor();
    assert.deepEqual([await main.getByRole('searchbox').inputValue(), await status.inputValue()], ['no such thing', chosen], path);
    await assertFits(page);
    await assertAccessible(page);
  }
  assert.deepEqual(problems, []);
  await close();
});

test('operators see accounts of one standing and approvals of one status, and the address keeps which', async () => {
  const [{ accountId }, , { accountId: heldId }] = demo.customers;
  await stage.home.inDatabase((db) =>
    sql`update ledger_accounts set suspended_at = '2026-11-01', suspended_reason = 'Abuse' where id = ${heldId}`.execute(db.sql),
  );
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.operator);
  const main = page.getByRole('main');
  const linkTo = (id: string) => main.locator(`a[href="/operator/accounts/${id}"]`);
  await page.goto('/operator/accounts');
  await linkTo(accountId).waitFor();
  await main.getByLabel('Status').selectOption('Suspended');
  await linkTo(accountId).waitFor({ state: 'detached' });
  await linkTo(heldId).waitFor();
  assert.equal(new URL(page.url()).search, '?standing=suspended');
  await page.reload();
  await linkTo(heldId).waitFor();
  assert.equal(await linkTo(accountId).count(), 0);
  await main.getByLabel('Status').selectOption('Active');
  await linkTo(accountId).waitFor();
  await linkTo(heldId).waitFor({ state: 'detached' });
  await main.getByLabel('Status').selectOption('Closed');
  await main.getByText('No accounts found').waitFor();
  await assertFits(page);
  await assertAccessible(page);

  await page.goto('/operator/approvals');
  await main.getByText('No requests yet').waitFor();
  await main.getByLabel('Status').selectOption('Declined');
  await main.getByText('No requests with this status').waitFor();
  assert.equal(new URL(page.url()).search, '?status=declined');
  await assertFits(page);
  await assertAccessible(page);
  assert.deepEqual(problems, []);
  await close();
});

test('thousands of rows are sorted whole, not the part that was loaded, and put on the page as one reads on', async () => {
  const [{ accountId, ...person }] = demo.customers;
  await stage.home.inDatabase((db) =>
    sql`
      insert into api_keys (id, account_id, kind, access, name, prefix, hash, created_at, expires_at)
      select 'key_01zzzzzzzzzzzzzzzzzzzz' || lpad(n::text, 4, '0'), ${accountId}, 'rest', 'read_only', 'zz-' || (n * 7919) % ${MANY}, 'sk_live_x',
        sha256(n::text::bytea), '2026-11-01', '2099-01-01'
      from generate_series(0, ${MANY - 1}) n`.execute(db.sql),
  );
  const { page, problems, close } = await stage.open();
  await signIn(page, person);
  await page.goto(KEYS);
  const names = page.locator('table.rows tbody tr td:first-child');
  const heading = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  await heading.press('Enter');
  await heading.press('Enter');
  await names
    .first()
    .filter({ hasText: `zz-${MANY - 1}` })
    .waitFor();
  await page.getByText('Loading the rest, to sort all of it…').waitFor({ state: 'detached' });
  assert.deepEqual(
    (await names.allTextContents()).slice(0, 3),
    [1, 2, 3].map((from) => `zz-${MANY - from}`),
  );
  const before = await names.count();
  assert.ok(before <= 400, `${before} rows on the page`);
  await names.last().scrollIntoViewIfNeeded();
  await names.nth(before).waitFor({ state: 'attached' });
  await assertFits(page);
  assert.deepEqual(problems, []);
  await close();
});
