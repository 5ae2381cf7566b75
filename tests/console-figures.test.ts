import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { untilActive } from './testing/boreal-process-client.ts';
import { assertAccessible } from './testing/browser.ts';
import { consolePages } from './testing/every-page.ts';
import { fillWithLongNames } from './testing/long-names.ts';
import { operatedBoreal } from './testing/operated-boreal.ts';
import { unevenRows } from './testing/row-lines.ts';
import { watchRequests } from './testing/watch-requests.ts';

// An hour passes in six seconds: what it costs has more decimals than are shown.
const stage = operatedBoreal({ BOREAL_TIME_SCALE: '600', BOREAL_CREDIT_ALONE_CAD: '100' });

/** What no eye sees: behind every amount that is not shown to its last digit. */
const MARK = '\u2063';
const MARK_ROUNDED = `(() => {
  const { get } = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format');
  Object.defineProperty(Intl.NumberFormat.prototype, 'format', { configurable: true, get() {
    const format = get.call(this);
    const { style, maximumFractionDigits: digits } = this.resolvedOptions();
    if (style !== 'currency' || digits > 4) return format;
    return (value) => format(value) + (Math.abs(Number(value.toFixed(digits)) - value) > 1e-9 ? '${MARK}' : '');
  } });
})()`;

/** Rounded amounts that stand in no table, and nobody can ask for the rest of. Charts have a table of their own. */
const FIND_BARE = `(() => {
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const bare = [];
  let all = 0;
  while (words.nextNode()) {
    const { data, parentElement: element } = words.currentNode;
    if (!data.includes('${MARK}') || element.closest('table, svg, .unseen, [role=tooltip]')) continue;
    all += 1;
    const asked = element.closest('[title]');
    if (asked === null || asked.closest('button, a') === null) bare.push(data.replaceAll('${MARK}', '≈'));
  }
  return { all, bare };
})()`;
const Found = z.object({ all: z.number(), bare: z.array(z.string()) });

test('a rounded amount outside a table says what it is exactly, however one asks, and the rows of lists are even', async (t) => {
  const parts = await fillWithLongNames(stage);
  const { ask, aurore, operator, own } = stage;
  const server = parts['serverId']?.[0] ?? '';
  // The part of an hour that backups cost has six decimals.
  await ask(aurore, 'PUT', own(`/servers/${server}/backups`), { enabled: true });
  await untilActive(stage.boreal, stage.customer.restKey, server);
  await aurore.page.goto('/console/billing');
  // Read again every few seconds.
  await aurore.page.getByRole('main').locator('button.rounded').first().waitFor();
  const pages = consolePages(parts);
  const problems: string[] = [];
  const uneven: string[] = [];
  let found = 0;
  for (const { visitor, paths } of [
    { visitor: aurore, paths: [...pages.customer, '/console/deploy?model=h100-sxm'] },
    { visitor: operator, paths: pages.operator },
  ]) {
    const { page } = visitor;
    await page.addInitScript(MARK_ROUNDED);
    const settled = watchRequests(page);
    for (const path of paths) {
      await page.goto(path);
      await settled();
      const { all, bare } = Found.parse(await page.evaluate(FIND_BARE));
      found += all;
      problems.push(...bare.map((text) => `${path}: ${text}`));
      for (const problem of await unevenRows(page)) uneven.push(`${path}: ${problem}`);
    }
  }
  t.diagnostic(`${found} rounded amounts`);
  assert.deepEqual(problems, []);
  assert.deepEqual(uneven, [], 'rows of lists are even');
  assert.ok(found > 10, `only ${found} rounded amounts were seen`);
  await asksForOne(aurore.page);
});

async function asksForOne(page: Page): Promise<void> {
  await page.goto('/console/billing');
  const balance = page.getByRole('main').locator('button.rounded').first();
  const exact = (await balance.getAttribute('title')) ?? '';
  assert.match(exact, /^\$[\d,]+\.\d{3,6}$/);
  assert.notEqual(await balance.textContent(), exact);
  await balance.focus();
  assert.equal(await balance.textContent(), exact);
  await assertAccessible(page);
  await page.getByRole('main').press('Tab');
  await balance.blur();
  assert.notEqual(await balance.textContent(), exact);
}
