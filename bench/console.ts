// npm run bench:console [-- --json FILE] [-- --pages overview,deploy] [-- --explain]: how long a person with a slow phone waits, measured
// by Chromium. Boreal alone, without a proxy; nothing cached; 1.6 Mbit/s, 150 ms, a processor four times slower, 390 px.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { addSshKey, deploy, untilActive } from '../tests/testing/boreal-process-client.ts';
import { makeBorealHome } from '../tests/testing/boreal-process-home.ts';
import { freePort } from '../tests/testing/boreal-process.ts';
import { openChromium, openVisitor, signIn } from '../tests/testing/browser.ts';
import { pageFigures, type PageFigures } from './console/page-figures.ts';

/** How often each page is loaded; the median is reported. */
const ROUNDS = 3;

const { values } = parseArgs({
  options: { json: { type: 'string' }, pages: { type: 'string' }, explain: { type: 'boolean', default: false } },
});
const home = await makeBorealHome();
const browser = await openChromium();
try {
  const boreal = await home.start({ BOREAL_PORT: String(await freePort()), BOREAL_TIME_SCALE: '40' });
  const demo = await home.demo();
  const [customer] = demo.customers;
  const sshKeyId = await addSshKey(boreal, customer.restKey);
  const serverId = await deploy(boreal, customer.restKey, { productId: 'h100-sxm-x1', sshKeyId, name: 'trainer' });
  await untilActive(boreal, customer.restKey, serverId);
  const pages = {
    'sign-in': { path: '/login', who: null },
    overview: { path: '/console', who: customer },
    server: { path: `/console/servers/${serverId}`, who: customer },
    servers: { path: '/console/servers', who: customer },
    deploy: { path: '/console/deploy', who: customer },
    billing: { path: '/console/billing', who: customer },
    agents: { path: '/console/agents', who: customer },
    operator: { path: '/operator', who: demo.operator },
  } as const;
  const wanted = values.pages?.split(',');
  const results: Record<string, PageFigures> = {};
  for (const [name, { path, who }] of Object.entries(pages)) {
    if (wanted && !wanted.includes(name)) continue;
    const visitor = await openVisitor(browser, { siteUrl: boreal.siteUrl, width: 390 });
    if (who) await signIn(visitor.page, who);
    const rounds: PageFigures[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await pageFigures(visitor.page, path, values));
    await visitor.close();
    results[name] = median(rounds);
    console.log(name, JSON.stringify(results[name]));
  }
  console.table(results);
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await browser.close();
  await home.close();
}

/** The round whose first paint is the middle one. */
function median(rounds: readonly PageFigures[]): PageFigures {
  const sorted = rounds.toSorted((a, b) => a.paintMs - b.paintMs);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  // What moves in one of three loads moves for every third person.
  return { ...middle, layoutShift: Math.max(...rounds.map(({ layoutShift }) => layoutShift)) };
}
