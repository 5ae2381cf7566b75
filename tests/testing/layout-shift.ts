import type { Page } from 'playwright-core';
import { z } from 'zod';

const Shift = z.object({ sum: z.number(), moved: z.array(z.string()) });

// As text: it runs in the page, before its first byte.
const OBSERVE = `
  window.__shift = { sum: 0, moved: [] };
  const nameOf = (node) => (node?.nodeType === 1 ? node.tagName + ' ' + (node.textContent ?? '').slice(0, 40) : String(node?.nodeName));
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) {
      window.__shift.sum += one.value;
      const what = one.sources.map(({ node, previousRect, currentRect }) => nameOf(node) + ' ' + previousRect.y + ' > ' + currentRect.y);
      window.__shift.moved.push(one.value.toFixed(3) + ': ' + what.join(', '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** From now on, of every page that is loaded: how much of it has moved while it was read, and what, from where to where. */
export async function watchLayoutShift(page: Page): Promise<() => Promise<z.output<typeof Shift>>> {
  await page.addInitScript(OBSERVE);
  return async () => Shift.parse(await page.evaluate('window.__shift'));
}
