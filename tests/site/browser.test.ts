import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { docPaths } from '../../server/src/site/docs/doc-pages.ts';
import { openTestSite, type TestSite } from '../../server/src/site/testing.ts';
import { assertAccessible, openChromium, openVisitor } from '../testing/browser.ts';

let site: TestSite;
let browser: Browser;
let siteUrl: string;
before(async () => {
  // Two L4 on one host: one sale leaves the larger size sold out.
  site = await openTestSite({ hosts: { 'h100-sxm': [8], l4: [2] } });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const address = site.app.server.address();
  assert.ok(typeof address === 'object' && address !== null, 'it does not listen');
  siteUrl = `http://127.0.0.1:${address.port}`;
  browser = await openChromium();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Every kind of page; French where its words are long. */
const PAGES = [
  '/',
  '/fr',
  '/gpus',
  '/fr/gpus/h100-sxm',
  '/gpus/b200-sxm',
  '/fr/calculator',
  '/fr/status',
  ...docPaths,
  '/privacy',
  '/fr/terms',
  '/nothing',
];

// As text: it runs in the page.
const SCROLLING_TABLES = '[...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth + 1).length';

describe('every page', () => {
  for (const { scheme, width } of [
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 390 },
  ] as const) {
    test(`is accessible to everybody, runs within its policy and fits, ${scheme} and ${width} wide`, async () => {
      const visitor = await openVisitor(browser, { siteUrl, scheme, width });
      const elsewhere: string[] = [];
      visitor.page.on('request', (request) => {
        if (!request.url().startsWith(`${siteUrl}/`)) elsewhere.push(request.url());
      });
      for (const path of PAGES) {
        await visitor.page.goto(path);
        await assertAccessible(visitor.page);
        const tooWide = await visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(tooWide) <= 0, `${path} is ${String(tooWide)} px wider than the screen`);
        assert.equal(await visitor.page.evaluate(SCROLLING_TABLES), 0, `${path}: a table scrolls sideways`);
      }
      assert.deepEqual(visitor.problems, []);
      assert.deepEqual(elsewhere, [], 'something was loaded from elsewhere');
      await visitor.close();
    });
  }
});

/** Run in the page: the address of the picture, once it is decoded, and its width by its height. */
const FIRST_PICTURE = `(async (img) => {
  await img.decode();
  return [img.currentSrc, img.naturalWidth / img.naturalHeight];
})(document.querySelector('.pictures img'))`;

describe('the console is pictured', () => {
  for (const { path, scheme, width, file } of [
    { path: '/', scheme: 'light', width: 1280, file: 'server-en-light-wide' },
    { path: '/', scheme: 'dark', width: 1280, file: 'server-en-dark-wide' },
    { path: '/fr', scheme: 'light', width: 390, file: 'server-fr-light-narrow' },
    { path: '/fr', scheme: 'dark', width: 390, file: 'server-fr-dark-narrow' },
  ] as const) {
    test(`as the reader of ${path} would have it, ${scheme} and ${width} wide, once they get there`, async () => {
      const visitor = await openVisitor(browser, { siteUrl, scheme, width });
      const { page } = visitor;
      await page.goto(path);
      const image = page.locator('.pictures img').first();
      await image.scrollIntoViewIfNeeded();
      const shown: unknown = await page.evaluate(FIRST_PICTURE);
      const [source, drawn] = Array.isArray(shown) ? shown : [];
      assert.match(String(source), new RegExp(`/site/${file}-[0-9a-f]{12}\\.webp$`));
      const box = await image.boundingBox();
      assert.ok(box && Math.abs(box.width / box.height - Number(drawn)) < 0.01, 'it is not distorted, and its place was kept for it');
      assert.deepEqual(visitor.problems, []);
      await visitor.close();
    });
  }
});

test('stock that changes is shown to whoever has the page open, and not asked for while nobody looks', async () => {
  const visitor = await openVisitor(browser, { siteUrl });
  const { page } = visitor;
  await page.clock.install();
  await page.goto('/gpus/l4');
  const badge = page.locator('.stock[data-plans="l4-x2"]');
  await assertText(badge, 'In stock');

  const customer = await site.cloud.customer('100');
  await customer.deploy('l4-x1');
  site.wait(2 * MINUTE_MS);
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/v1/availability'));
  await page.clock.fastForward(2 * MINUTE_MS);
  await asked;
  await badge.filter({ hasText: 'Sold out' }).waitFor();
  assert.match((await page.locator('[data-changes]').textContent()) ?? '', /Sold out/);

  let questions = 0;
  page.on('request', (request) => (questions += request.url().endsWith('/api/v1/availability') ? 1 : 0));
  await page.evaluate(`Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })`);
  await page.clock.fastForward(10 * MINUTE_MS);
  assert.equal(questions, 0);
  const back = page.waitForResponse((response) => response.url().endsWith('/api/v1/availability'));
  await page.evaluate(`delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))`);
  await back;
  assert.deepEqual(visitor.problems, []);
  await visitor.close();
});

test('the status page shows by itself what has changed', async () => {
  const visitor = await openVisitor(browser, { siteUrl });
  const { page } = visitor;
  await page.clock.install();
  await page.goto('/status');
  await page.getByText('All systems operational').waitFor();
  await site.cloud.db.sql.updateTable('hosts').set({ silentSince: site.cloud.clock.now() }).execute();
  site.wait(MINUTE_MS);
  await page.clock.fastForward(MINUTE_MS);
  await page.getByText('2 of 2 not responding').waitFor();
  await site.cloud.db.sql.updateTable('hosts').set({ silentSince: null }).execute();
  assert.deepEqual(visitor.problems, []);
  await visitor.close();
});

test('code is copied by a button, and everything can be read without a script', async () => {
  const visitor = await openVisitor(browser, { siteUrl });
  await visitor.page.goto('/docs/run');
  await visitor.page.locator('button.copy').first().click();
  await visitor.page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await visitor.page.evaluate('navigator.clipboard.readText()'), 'npm start');
  await visitor.close();

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: siteUrl });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('row', { name: /H100 SXM.*\$3\.99/ }).waitFor();
  await page.getByRole('link', { name: 'Français' }).click();
  await page.getByRole('heading', { level: 1, name: 'Des GPU à l’heure' }).waitFor();
  assert.equal(await page.locator('button.copy:visible').count(), 0);
  // Requests are shown in one language, for the whole page.
  await page.goto('/docs/api');
  await page.getByText('curl -X POST').first().waitFor();
  await page.getByLabel('Python').check();
  await page.getByText('response = requests.post(').first().waitFor();
  assert.equal(await page.getByText('curl -X').filter({ visible: true }).count(), 0);
  await context.close();
});

test('on a phone, the tables of the documentation are read without scrolling sideways', async () => {
  const visitor = await openVisitor(browser, { siteUrl, width: 390 });
  const { page } = visitor;
  const pages = ['/docs/api', '/docs/errors', '/docs/limits', '/docs/servers', '/docs/cli'];
  for (const path of pages.flatMap((page) => [page, `/fr${page}`])) {
    await page.goto(path);
    await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
    assert.ok((await page.locator('.scroll').count()) > 0, `${path} has tables`);
    assert.equal(await page.evaluate(SCROLLING_TABLES), 0, path);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, path);
  }
  await visitor.close();
});

test('what hours cost is calculated while they are typed, and without a script by the button', async () => {
  const visitor = await openVisitor(browser, { siteUrl, width: 390 });
  const { page } = visitor;
  await page.goto('/gpus');
  await page.getByRole('link', { name: 'Calculate what your hours cost' }).click();
  await page.getByLabel('Size').selectOption('h100-sxm-x1');
  await page.getByLabel('Hours a day').fill('8');
  await page.getByLabel('Days a month').fill('22');
  await page.getByText('$702.24 a month').waitFor();
  const link = page.url();
  assert.match(link, /plan=h100-sxm-x1&hours=8&days=22$/);
  await assertAccessible(page);
  // What no month has is not asked for.
  await page.getByLabel('Hours a day').fill('25');
  await page.waitForTimeout(600);
  assert.equal(page.url(), link);
  assert.deepEqual(visitor.problems, []);
  await visitor.close();

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: siteUrl, locale: 'fr-CA' });
  const plain = await context.newPage();
  await plain.goto(link.replace('/calculator', '/fr/calculator'));
  await plain.getByText('702,24 $ par mois').waitFor();
  await plain.getByLabel('Sauvegardes quotidiennes').check();
  await plain.getByRole('button', { name: 'Calculer' }).click();
  await plain.getByText('704,65 $ par mois').waitFor();
  await context.close();
});

/** Run in the page: when something could first be read, in milliseconds. */
const FIRST_PAINT = `new Promise((tell) => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') tell(startTime);
}).observe({ type: 'paint', buffered: true }))`;

test('a page is small, and can be read as soon as this tells', async (t: TestContext) => {
  const visitor = await openVisitor(browser, { siteUrl });
  for (const path of ['/', '/gpus', '/docs/api']) {
    await visitor.page.goto(path);
    const paintMs = await visitor.page.evaluate(FIRST_PAINT);
    // Without pictures, which come after the rest, and two at most.
    const transferred = await visitor.page.evaluate(
      `performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType !== 'img').concat(performance.getEntriesByType('navigation')).reduce((sum, { transferSize }) => sum + transferSize, 0)`,
    );
    assert.ok(Number(transferred) < 150_000, `${path} loads ${String(transferred)} bytes`);
    const pictured = await visitor.page.evaluate(
      `performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType === 'img').reduce((sum, { transferSize }) => sum + transferSize, 0)`,
    );
    assert.ok(Number(pictured) < 150_000, `${path} loads ${String(pictured)} bytes of pictures`);
    t.diagnostic(
      `${path}: first contentful paint after ${Math.round(Number(paintMs))} ms, ${Math.round(Number(transferred) / 1024)} kB loaded`,
    );
  }
  await visitor.close();
});

async function assertText(locator: { textContent(): Promise<string | null> }, text: string): Promise<void> {
  assert.equal((await locator.textContent())?.trim(), text);
}
