import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { z } from 'zod';
import { ROOT, until } from './boreal-process.ts';

/** How long something may take to appear. On a busy machine much takes long; what never comes fails all the same. */
const APPEARS_WITHIN_MS = 60_000;

/** More stops than any page has. */
const TAB_MAX = 150;

// As text: it runs in the page, which has a document, and is checked here, where there is none.
const TOO_WIDE = 'document.documentElement.scrollWidth > window.innerWidth';

const MARKED = `[...document.querySelectorAll('nav')]
  .map((nav) => [...nav.querySelectorAll('a[aria-current=page]')].map((link) => link.textContent))
  .filter((links) => links.length > 1)`;

/** The one without windows first: it draws the same pages with a sixth less of the processor. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** A name that leads here, and is to Chromium another machine's: what browsers allow over https only is not there. */
export const PLAIN_HTTP_HOST = 'boreal.lan';

/** A browser that is the machine's own: npm brings none. */
export async function openChromium(): Promise<Browser> {
  const executablePath = PLACES.find((path) => existsSync(path));
  assert.ok(executablePath, 'Chromium is missing. Install it (Debian: apt-get install chromium), then try again.');
  // Whoever is root in a container cannot have Chromium's sandbox; the pages are our own.
  return chromium.launch({ executablePath, args: [...ARGUMENTS] });
}

// Of localhost's two addresses one, so that a visitor's own is known.
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  `--host-resolver-rules=MAP ${PLAIN_HTTP_HOST} 127.0.0.1, MAP localhost 127.0.0.1`,
];

/** Somebody at a browser: nothing is kept from one to the next. */
export interface Visitor {
  readonly page: Page;
  /** What went wrong in the page itself: errors of scripts, and what the content security policy forbade. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export interface VisitorOptions {
  readonly siteUrl: string;
  readonly language?: 'en-CA' | 'fr-CA';
  readonly width?: number;
  readonly height?: number;
  /** Pixels of the screen for each of CSS. */
  readonly scale?: number;
  readonly scheme?: 'light' | 'dark';
}

export async function openVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const { siteUrl, language = 'en-CA', width = 1280, height = 860, scale = 1, scheme = 'light' } = options;
  const context = await browser.newContext({
    baseURL: siteUrl,
    locale: language,
    timezoneId: 'America/Toronto',
    colorScheme: scheme,
    reducedMotion: 'reduce',
    viewport: { width, height },
    deviceScaleFactor: scale,
    // The certificates of tests are their own.
    ignoreHTTPSErrors: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(APPEARS_WITHIN_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // The browser also reports a refusal that the page shows as a failed resource.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) problems.push(message.text());
  });
  return { page, problems, close: () => context.close() };
}

/** Signs in on the sign-in page and waits for the console behind it: as long as it is told, where many have signed in just now. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name=email]').fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  const tooEarly = await submitSignIn(page);
  if (tooEarly !== null) {
    await setTimeout(tooEarly * 1000);
    await submitSignIn(page);
  }
  await page.waitForURL(/\/(console|operator)/).catch(async (error: unknown) => {
    throw new Error(`${person.email} was not signed in; the page says: ${await page.locator('body').innerText()}`, { cause: error });
  });
}

/** The seconds to wait where it came too early, or null. */
async function submitSignIn(page: Page): Promise<number | null> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/auth/sign-in/email');
  await page.locator('button[type=submit]').click();
  const answer = await answered;
  return answer.status() === 429 ? Number(await answer.headerValue('retry-after')) : null;
}

/** Half a megabyte. */
let axe: Promise<string> | null = null;
const axeSource = () => (axe ??= readFile(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8'));

const Violations = z.array(z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** Fails with every breach of WCAG 2.2 A and AA that axe finds in what the page shows now. */
export async function assertAccessible(page: Page): Promise<void> {
  // Once in each document. Evaluated from outside: a script tag would be refused by the content security policy.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(await axeSource());
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const found: unknown = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  const violations = Violations.parse(found);
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join('\n')}`);
  assert.deepEqual(told, [], `${page.url()} is not accessible`);
  const marked = await page.evaluate(MARKED);
  assert.deepEqual(marked, [], `${page.url()} marks several entries of one navigation as the page that is open`);
}

/** Waits until something is true in the page. Not by `waitForFunction`: the content security policy forbids its second look. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  await until(expression, APPEARS_WITHIN_MS, () => page.evaluate<unknown>(expression));
}

/** Presses Tab, as somebody without a mouse does, until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  const focused = target.and(page.locator(':focus'));
  for (let presses = 0; presses < TAB_MAX; presses += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reaches ${String(target)} on ${page.url()}`);
}

/** What a control says beside its name: why it cannot be pressed, for instance. */
export async function describedBy(control: Locator): Promise<string> {
  const ids = (await control.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = ids.map((id) => control.page().locator(`[id="${id}"]`).textContent());
  return (await Promise.all(texts)).join(' ');
}

/** Fails where the page is wider than the screen, so that one would have to scroll sideways to read it. */
export async function assertFits(page: Page): Promise<void> {
  assert.equal(await page.evaluate(TOO_WIDE), false, `${page.url()} is wider than the screen`);
}

/** What was copied last. */
export async function clipboard(page: Page): Promise<string> {
  return String(await page.evaluate('navigator.clipboard.readText()'));
}

/** It fits and is accessible. Of a name: pictured, as below. */
export async function looksWell(page: Page, name?: string): Promise<void> {
  await assertFits(page);
  await assertAccessible(page);
  if (name !== undefined) await picture(page, name);
}

/** For whoever wants to see the pages that the tests see: into the folder BOREAL_PICTURES. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['BOREAL_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
