// Pictures of every page for docs/screenshots, in both themes and two widths, of a demo that this starts and fills; and those of the
// console that the site shows.
// `npm run screenshots`, or with `-- --site` the site's only, or with `-- --pages '/operator,/operator/money*'` these pages' (`*`: and all
// that begin so); run it after a change that can be seen, and look at what it made.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { pictureFile, pictures, pictureSizes, type Picture } from '../server/src/site/pictures.ts';
import { addSshKey, deploy, untilActive } from './testing/boreal-process-client.ts';
import { makeBorealHome, type DemoCustomer } from './testing/boreal-process-home.ts';
import { freePort, ROOT, type BorealProcess } from './testing/boreal-process.ts';
import { openChromium, openVisitor, signIn } from './testing/browser.ts';
import { fixedPages } from './testing/every-page.ts';
import { watchRequests } from './testing/watch-requests.ts';

const FOLDER = join(ROOT, 'docs/screenshots');
const SITE_FOLDER = join(ROOT, 'server/src/site/assets/pictures');
const WIDTHS = [1280, 390] as const;
const SCHEMES = ['light', 'dark'] as const;
/** An hour in a minute and a half: charts have something to show. */
const SCALE = 40;
const QUALITY = 35;
/** For screens with fine pixels. */
const SITE_SCALE = 2;
const SITE_QUALITY = 0.6;

/** Of the site. */
const site = [
  '/',
  '/gpus',
  '/gpus/h100-sxm',
  '/calculator',
  '/status',
  '/docs',
  '/docs/agents',
  '/docs/api',
  '/docs/cli',
  '/docs/sdk',
  '/docs/search',
  '/privacy',
  '/sla',
  '/terms',
  '/fr',
];

const { values: asked } = parseArgs({ options: { site: { type: 'boolean', default: false }, pages: { type: 'string' } } });
const wanted = asked.pages?.split(',');
const home = await makeBorealHome();
const browser = await openChromium();
try {
  const boreal = await home.start({ BOREAL_PORT: String(await freePort()), BOREAL_TIME_SCALE: String(SCALE) });
  const demo = await home.demo();
  const [aurore] = demo.customers;
  const sshKeyId = await addSshKey(boreal, aurore.restKey);
  const servers: string[] = [];
  for (const [name, productId] of [
    ['trainer', 'h100-sxm-x1'],
    ['notebook', 'l4-x1'],
    ['sweep', 'l4-x1-spot'],
  ] as const) {
    servers.push(await deploy(boreal, aurore.restKey, { productId, sshKeyId, name }));
  }
  for (const id of servers) await untilActive(boreal, aurore.restKey, id);
  const ordered = await order(browser, boreal, { customer: aurore, sshKeyId });
  const pages = fixedPages();
  const one = ['', '/firewall', '/backups', '/activity', '/billing'].map((tab) => `/console/servers/${servers[0]}${tab}`);

  const { siteUrl } = boreal;
  if (!asked.site) {
    // The README that says how they are made stays.
    for (const name of wanted ? [] : await readdir(FOLDER)) if (name.endsWith('.jpg')) await rm(join(FOLDER, name));
    await picture(browser, { siteUrl, who: null, paths: [...site, ...pages.stranger] });
    await picture(browser, { siteUrl, who: aurore, paths: [...pages.customer, ...one, `/console/billing/orders/${ordered}`] });
    const things = [
      `/operator/accounts/${aurore.accountId}`,
      `/operator/servers/${servers[0]}`,
      `/operator/money/orders/${ordered}`,
      '/operator/plans/h100-sxm-x1',
    ];
    await picture(browser, { siteUrl, who: demo.operator, paths: [...pages.operator, ...things] });
  }
  await pictureForSite(browser, { siteUrl, who: aurore, paths: { server: `/console/servers/${servers[0]}`, deploy: '/console/deploy' } });
} finally {
  await browser.close();
  await home.close();
}

/** A month paid ahead, as the page of deploying orders it; its id. */
async function order(of: Browser, boreal: BorealProcess, { customer, sshKeyId }: { customer: DemoCustomer; sshKeyId: string }) {
  const { page, close } = await openVisitor(of, boreal);
  await signIn(page, customer);
  const answer = await page.request.post(`/api/console/accounts/${customer.accountId}/orders`, {
    data: { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId, name: 'paid-ahead' },
    headers: { origin: boreal.siteUrl },
  });
  const { data } = z.object({ data: z.object({ orderId: z.string() }) }).parse(await answer.json());
  await close();
  return data.orderId;
}

function isWanted(path: string): boolean {
  return wanted === undefined || wanted.some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one));
}

interface Tour {
  readonly siteUrl: string;
  readonly who: { readonly email: string; readonly password: string } | null;
  readonly paths: readonly string[];
}

async function picture(of: Browser, { siteUrl, who, ...tour }: Tour): Promise<void> {
  const paths = tour.paths.filter(isWanted);
  if (paths.length === 0) return;
  for (const scheme of SCHEMES) {
    for (const width of WIDTHS) {
      const { page, close } = await openVisitor(of, { siteUrl, scheme, width });
      if (who) await signIn(page, who);
      for (const path of paths) await take(page, { path, file: `${nameOf(path)}-${width}-${scheme}.jpg` });
      await close();
      console.log(`screenshots: ${paths.length} pages at ${width} px, ${scheme}`);
    }
  }
}

async function take(page: Page, { path, file }: { path: string; file: string }): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(FOLDER, file), type: 'jpeg', quality: QUALITY });
}

interface SiteTour {
  readonly siteUrl: string;
  readonly who: DemoCustomer;
  readonly paths: Readonly<Record<Picture['name'], string>>;
}

async function pictureForSite(of: Browser, { siteUrl, who, paths }: SiteTour): Promise<void> {
  await mkdir(SITE_FOLDER, { recursive: true });
  // Once: only so many may sign in from one address in a minute.
  const first = await openVisitor(of, { siteUrl });
  await signIn(first.page, who);
  const cookies = await first.page.context().cookies();
  await first.close();
  for (const one of pictures) {
    const language = one.locale === 'fr' ? 'fr-CA' : 'en-CA';
    const { page, close } = await openVisitor(of, { siteUrl, language, scheme: one.scheme, scale: SITE_SCALE, ...pictureSizes[one.shape] });
    await page.context().addCookies(cookies);
    const settled = watchRequests(page);
    await page.goto(paths[one.name]);
    await settled();
    // Who comes for the first time sees the fallback of the typeface.
    await page.reload();
    await settled();
    const png = await page.screenshot({ type: 'png' });
    await writeFile(join(SITE_FOLDER, pictureFile(one)), await asWebp(of, png));
    await close();
  }
  console.log(`screenshots: ${pictures.length} pictures for the site`);
}

/** Chromium draws PNG and JPEG, and encodes WebP of what is on a canvas. */
async function asWebp(of: Browser, png: Buffer): Promise<Buffer> {
  const page = await of.newPage();
  const encoded = await page.evaluate(`(async () => {
    const png = await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob();
    const image = await createImageBitmap(png);
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const webp = await canvas.convertToBlob({ type: 'image/webp', quality: ${SITE_QUALITY} });
    return btoa(Array.from(new Uint8Array(await webp.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));
  })()`);
  await page.close();
  return Buffer.from(z.string().parse(encoded), 'base64');
}

/** Ids differ from one time to the next; the pages do not. */
function nameOf(path: string): string {
  const name = path
    .replace(/(srv|acc|ord)_[0-9a-z]+/, 'one')
    .replaceAll(/\W+/g, '-')
    .replace(/^-/, '');
  return name === '' ? 'home' : name;
}
