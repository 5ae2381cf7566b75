import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { z } from 'zod';

/** Slow 4G and a lower mid-range phone, with Lighthouse's values. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 } as const;
const CPU_SLOWER = 4;
/** A page counts as settled after this long without traffic. Live figures are polled every few seconds. */
const QUIET_MS = 2000;
const REST_WITHIN_MS = 40_000;

export interface PageFigures {
  /** First contentful paint. */
  readonly paintMs: number;
  /** When the page's own heading is visible, with its frame: the content that the person came for. */
  readonly headingMs: number;
  readonly largestMs: number;
  readonly layoutShift: number;
  readonly scripts: number;
  /** As transferred, compressed. */
  readonly scriptKb: number;
  readonly styles: number;
  readonly styleKb: number;
  readonly otherKb: number;
  readonly requests: number;
}

const Painted = z.object({ paint: z.number(), heading: z.number(), largest: z.number(), shift: z.number() });

// As text, because they run in the page. The observers are there before the page's first byte.
const OBSERVE = `
  window.__seen = { paint: 0, heading: 0, largest: 0, shift: 0, moved: [] };
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.name === 'first-contentful-paint') __seen.paint = e.startTime; })
    .observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) __seen.largest = e.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) if (!e.hadRecentInput) {
      __seen.shift += e.value;
      const nameOf = (node) => (node?.nodeType === 1 ? node.tagName + '.' + node.className : String(node?.nodeName));
      const moves = e.sources.map((s) => nameOf(s.node) + ' ' + s.previousRect.y + ' > ' + s.currentRect.y);
      __seen.moved.push([e.value.toFixed(4), ...moves].join('; '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const lookForHeading = () => {
    if (document.querySelector('h1') !== null) __seen.heading ||= performance.now();
    else requestAnimationFrame(lookForHeading);
  };
  lookForHeading();
`;

/** Loads a page as a first-time visitor and measures it; `explain` prints what moved, from where to where. */
export async function pageFigures(page: Page, path: string, { explain }: { explain: boolean }): Promise<PageFigures> {
  const devtools = await page.context().newCDPSession(page);
  try {
    await devtools.send('Page.enable');
    await devtools.send('Network.enable');
    await devtools.send('Network.clearBrowserCache');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
    const { identifier } = await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: OBSERVE });
    const loaded = countLoads(devtools);
    await page.goto('about:blank');
    loaded.begin();
    await page.goto(path);
    await loaded.rest();
    const seen = Painted.parse(await page.evaluate('window.__seen'));
    if (explain) console.log(path, await page.evaluate('window.__seen.moved'));
    await devtools.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    return {
      paintMs: Math.round(seen.paint),
      headingMs: Math.round(seen.heading),
      largestMs: Math.round(seen.largest),
      layoutShift: Number(seen.shift.toFixed(3)),
      ...loaded.figures(),
    };
  } finally {
    await devtools.detach();
  }
}

function countLoads(devtools: CDPSession) {
  const kinds = new Map<string, 'script' | 'style' | 'other'>();
  const came: { readonly kind: 'script' | 'style' | 'other'; readonly bytes: number }[] = [];
  let lastMs = 0;
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const { mimeType } = response;
    kinds.set(requestId, mimeType.includes('javascript') ? 'script' : mimeType === 'text/css' ? 'style' : 'other');
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    came.push({ kind: kinds.get(requestId) ?? 'other', bytes: encodedDataLength });
    lastMs = performance.now();
  });
  const kb = (kind: string) => Math.round(came.reduce((sum, one) => sum + (one.kind === kind ? one.bytes : 0), 0) / 100) / 10;
  const count = (kind: string) => came.filter((one) => one.kind === kind).length;
  return {
    begin: () => {
      came.length = 0;
      lastMs = performance.now();
    },
    rest: async () => {
      const begun = performance.now();
      while (performance.now() - lastMs < QUIET_MS && performance.now() - begun < REST_WITHIN_MS) await sleep(100);
    },
    figures: () => ({
      scripts: count('script'),
      scriptKb: kb('script'),
      styles: count('style'),
      styleKb: kb('style'),
      otherKb: kb('other'),
      requests: came.length,
    }),
  };
}
