import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { DemoFile } from './testing/boreal-process-home.ts';
import { browsedBoreal } from './testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from './testing/browser.ts';
import { title } from './testing/console-page.ts';

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
