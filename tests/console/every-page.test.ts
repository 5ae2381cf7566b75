import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { localPath } from '../../server/src/site/locales.ts';
import { pagePaths } from '../../server/src/site/pages.ts';
import { assertAccessible } from '../testing/browser.ts';
import { assertHasArial, cutOff, setInArial } from '../testing/cut-off.ts';
import { consolePages, type Reader } from '../testing/every-page.ts';
import { fillWithLongNames } from '../testing/long-names.ts';
import { operatedBoreal } from '../testing/operated-boreal.ts';
import { tabsOutOfSight } from '../testing/tab-in-sight.ts';
import { watchRequests } from '../testing/watch-requests.ts';
import { wideTables } from '../testing/wide-tables.ts';

// A machine’s start becomes a second; what operators give above this waits for another one.
const stage = operatedBoreal({ BOREAL_TIME_SCALE: '60', BOREAL_CREDIT_ALONE_CAD: '100' });
let filled: Promise<Record<Reader, string[]>> | undefined;
const pages = () => (filled ??= fillWithLongNames(stage).then(consolePages));

const WIDTHS = [390, 360, 320] as const;
/** Scripts and styles, also those that a page asks for once it is there: each costs a telephone 150 ms. */
const FILES_MAX = 12;

/** French is the longer of the two; where most people look, English is walked too. */
const WALKS = [
  { locale: 'fr', reader: 'customer' },
  { locale: 'fr', reader: 'operator' },
  { locale: 'fr', reader: 'stranger' },
  { locale: 'en', reader: 'customer' },
] as const;

for (const { locale, reader } of WALKS) {
  test(`nothing is cut off on a phone, nor asked for piece by piece, and all can read it: every page of a ${reader}, ${locale}`, async (t: TestContext) => {
    const own = (await pages())[reader];
    const site = pagePaths(['h100-sxm', 'l4']).map((path) => localPath(locale, path));
    const paths = reader === 'stranger' ? [...own, ...site] : own;
    const visitor = await stage.open({ language: `${locale}-CA`, width: WIDTHS[0] });
    const { page } = visitor;
    await setInArial(page);
    // They are signed in already, each in a browser of their own.
    if (reader !== 'stranger')
      await page.context().addCookies(await stage[reader === 'customer' ? 'aurore' : 'operator'].page.context().cookies());
    const settled = watchRequests(page);
    let files: string[] = [];
    page.on('request', (request) => {
      if (/\/console-assets\/.+\.(?:js|css)$/.test(request.url())) files.push(request.url().split('/').at(-1) ?? '');
    });
    const problems: string[] = [];
    for (const path of paths) {
      files = [];
      await page.goto(path);
      await settled();
      if (files.length > FILES_MAX) problems.push(`${path} asks for ${files.length} scripts and styles: ${files.join(' ')}`);
      for (const name of await tabsOutOfSight(page)) problems.push(`${path}: the tab ${name} is out of sight`);
      for (const table of await wideTables(page)) problems.push(`${path}: one scrolls sideways to read the table ${table}`);
      if (problems.length === 0) await assertHasArial(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 860 });
        for (const problem of await cutOff(page)) problems.push(`${path} at ${width} px: ${problem}`);
      }
      await page.setViewportSize({ width: WIDTHS[0], height: 860 });
      if (locale === 'fr') await assertAccessible(page).catch((error: Error) => problems.push(error.message));
    }
    t.diagnostic(`${paths.length} pages`);
    assert.deepEqual(problems, []);
    assert.deepEqual(visitor.problems, []);
    await visitor.close();
  });
}
