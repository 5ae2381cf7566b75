import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { untilActive } from '../testing/boreal-process-client.ts';
import { assertAccessible } from '../testing/browser.ts';
import { consolePages } from '../testing/every-page.ts';
import { wrongCopies } from '../testing/copy-buttons.ts';
import { watchLayoutShift } from '../testing/layout-shift.ts';
import { fillWithLongNames } from '../testing/long-names.ts';
import { operatedBoreal } from '../testing/operated-boreal.ts';
import { unevenRows } from '../testing/row-lines.ts';
import { watchRequests } from '../testing/watch-requests.ts';

// An hour passes in six seconds: what it costs has more decimals than are shown.
const stage = operatedBoreal({ BOREAL_TIME_SCALE: '600', BOREAL_CREDIT_ALONE_CAD: '100' });

/** What Google calls good; what is asked for late has its place kept. */
const SHIFT_MAX = 0.1;
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

test('a rounded amount outside a table says what it is exactly, however one asks; rows are even, nothing moves, and what is copied is whole', async (t) => {
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
  const moved: string[] = [];
  const wrong: string[] = [];
  let copied = 0;
  let found = 0;
  for (const { visitor, paths } of [
    { visitor: aurore, paths: [...pages.customer, '/console/deploy?model=h100-sxm'] },
    { visitor: operator, paths: pages.operator },
  ]) {
    const { page } = visitor;
    await page.addInitScript(MARK_ROUNDED);
    const settled = watchRequests(page);
    const shiftOf = await watchLayoutShift(page);
    for (const path of paths) {
      await page.goto(path);
      await settled();
      const { all, bare } = Found.parse(await page.evaluate(FIND_BARE));
      found += all;
      problems.push(...bare.map((text) => `${path}: ${text}`));
      for (const problem of await unevenRows(page)) uneven.push(`${path}: ${problem}`);
      const shift = await shiftOf();
      if (shift.sum > SHIFT_MAX) moved.push(`${path}: ${shift.sum.toFixed(3)}, ${shift.moved.join('; ')}`);
      const copies = await wrongCopies(page);
      copied += copies.count;
      wrong.push(...copies.problems.map((problem) => `${path}: ${problem}`));
    }
  }
  t.diagnostic(`${found} rounded amounts`);
  assert.deepEqual(problems, []);
  assert.deepEqual(uneven, [], 'rows of lists are even');
  assert.deepEqual(moved, [], 'what one reads stays where it is');
  assert.deepEqual(wrong, [], 'what is copied is what is shown');
  assert.ok(copied > 5, `only ${copied} buttons that copy were seen`);
  assert.ok(found > 10, `only ${found} rounded amounts were seen`);
  await asksForOne(aurore.page);
});

/** What runs costs the same from one hour to the next. */
async function asksForOne(page: Page): Promise<void> {
  await page.goto('/console/billing');
  const rate = page.getByRole('main').locator('button.rounded[title^="$4.49"]').first();
  const exact = (await rate.getAttribute('title')) ?? '';
  assert.match(exact, /^\$4\.\d{3,6}$/);
  assert.notEqual(await rate.textContent(), exact);
  await rate.focus();
  assert.equal(await rate.textContent(), exact);
  await assertAccessible(page);
  await rate.blur();
  assert.notEqual(await rate.textContent(), exact);
}
