import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { cutOff, setInArial } from '../testing/cut-off.ts';
import { drawn } from '../testing/drawn.ts';
import { consolePages, type Reader } from '../testing/every-page.ts';
import { fillWithLongNames } from '../testing/long-names.ts';
import { operatedBoreal } from '../testing/operated-boreal.ts';
import { watchRequests } from '../testing/watch-requests.ts';

// As for the walk through the pages themselves: tests/console/every-page.test.ts.
const stage = operatedBoreal({ BOREAL_TIME_SCALE: '60', BOREAL_CREDIT_ALONE_CAD: '100' });
let filled: Promise<Record<Reader, string[]>> | undefined;
const pages = () => (filled ??= fillWithLongNames(stage).then(consolePages));

const WIDTHS = [390, 360, 320] as const;
/** What is not before another thing is pressed at once. */
const PRESS_MS = 2000;
/** Of buttons that are alike, as in rows: the first few. */
const MOST_OF_A_KIND = 2;
/** Opens something, or asks; what leads away or is pressed in a form does not. */
const IN_MAIN = 'main button:not([type=submit]):not(:disabled):not([aria-disabled=true]):not([role=tab])';
const OPENERS = `${IN_MAIN}, header button`;

for (const reader of ['customer', 'operator'] as const) {
  test(`nothing is cut off in what opens, on a phone with long names: every menu and dialog of a ${reader}`, async (t: TestContext) => {
    const paths = (await pages())[reader];
    const visitor = await stage.open({ language: 'fr-CA', width: WIDTHS[0], height: 800 });
    const { page } = visitor;
    await setInArial(page);
    await page.context().addCookies(await stage[reader === 'customer' ? 'aurore' : 'operator'].page.context().cookies());
    // Looked at only: nothing that is pressed is done.
    await page.route('**/api/**', async (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
    const settled = watchRequests(page);
    const seen = new Set<string>();
    const problems: string[] = [];
    for (const path of paths) {
      const open = async () => {
        await page.goto(path);
        await settled();
      };
      await open();
      // What is around every page is opened on the first.
      for (const name of await openersOf(page, path === paths[0] ? OPENERS : IN_MAIN)) {
        const where = `${path}, ${name}`;
        // Something that was told, or the navigation, is before it.
        if (!(await press(page, name))) {
          await open();
          if (!(await press(page, name))) continue;
        }
        const shown = await whatOpened(page, settled);
        if (shown === null) {
          if (new URL(page.url()).pathname !== path || !(await isAsItWas(page, name))) await open();
          continue;
        }
        const key = await outline(shown);
        if (!seen.has(key)) {
          seen.add(key);
          problems.push(...(await lookAt(page, where)));
        }
        for (const item of await itemsOf(shown)) {
          const inMenu = page.getByRole('menuitem', { name: item, exact: true }).first();
          if (!(await inMenu.isVisible())) await press(page, name);
          if (!(await inMenu.isVisible())) continue;
          await inMenu.click();
          const dialog = await whatOpened(page, settled);
          if (dialog === null) {
            await open();
            continue;
          }
          const own = await outline(dialog);
          if (!seen.has(own)) problems.push(...(await lookAt(page, `${where}, ${item}`)));
          seen.add(own);
          await close(page);
        }
        await close(page);
        if (new URL(page.url()).pathname !== path) await open();
      }
    }
    t.diagnostic(`${seen.size} menus and dialogs`);
    assert.deepEqual(problems, []);
    assert.ok(seen.size >= 20, `only ${seen.size} menus and dialogs were opened`);
    await visitor.close();
  });
}

/** The names of what can be pressed; of those that are alike but for a name or a number, a few. */
async function openersOf(page: Page, which: string): Promise<string[]> {
  const kinds = new Map<string, number>();
  const names: string[] = [];
  for (const one of await page.locator(which).all()) {
    const name = ((await one.getAttribute('aria-label')) ?? (await one.innerText())).trim();
    const kind = (await one.innerText()).trim().replaceAll(/\d+/g, '') || name.split(' ').slice(0, 2).join(' ');
    const count = kinds.get(kind) ?? 0;
    if (name === '' || count >= MOST_OF_A_KIND || names.includes(name)) continue;
    kinds.set(kind, count + 1);
    names.push(name);
  }
  return names;
}

async function press(page: Page, name: string): Promise<boolean> {
  const one = page
    .locator(OPENERS)
    .and(page.getByRole('button', { name, exact: true }))
    .first();
  if (!(await one.isVisible())) return false;
  // A menu that floats closes when the page scrolls: that comes first.
  await one.scrollIntoViewIfNeeded();
  await drawn(page);
  return one.click({ timeout: PRESS_MS }).then(
    () => true,
    () => false,
  );
}

/** A dialog or a menu, once it is there; null: nothing opened. */
async function whatOpened(page: Page, settled: () => Promise<void>): Promise<Locator | null> {
  await settled();
  const opened = page.locator('[role=dialog]:visible, [role=menu]:visible').first();
  return (await opened.count()) > 0 ? opened : null;
}

async function isAsItWas(page: Page, name: string): Promise<boolean> {
  return page
    .locator(OPENERS)
    .and(page.getByRole('button', { name, exact: true }))
    .first()
    .isVisible();
}

/** What it is, whatever it is about. */
async function outline(opened: Locator): Promise<string> {
  return (await opened.innerText()).replaceAll(/\d+/g, '');
}

async function itemsOf(opened: Locator): Promise<string[]> {
  const items = await opened.locator('button[role=menuitem]:not([aria-disabled=true])').all();
  return Promise.all(items.map(async (item) => (await item.innerText()).trim()));
}

async function lookAt(page: Page, where: string): Promise<string[]> {
  const problems: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const problem of await cutOff(page)) problems.push(`${where} at ${width} px: ${problem}`);
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 800 });
  return problems;
}

async function close(page: Page): Promise<void> {
  for (let times = 0; times < 3 && (await page.locator('[role=dialog]:visible, [role=menu]:visible').count()) > 0; times += 1) {
    await page.keyboard.press('Escape');
    await drawn(page);
  }
}
