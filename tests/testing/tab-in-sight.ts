import type { Page } from 'playwright-core';
import { z } from 'zod';

// As text: it runs in the page, which has a document, and is checked here, where there is none.
const FIND_HIDDEN = `[...document.querySelectorAll('nav a[aria-current=page], [role=tab][aria-selected=true]')]
  .filter((tab) => tab.closest('main') !== null)
  .filter((tab) => { const { left, right } = tab.getBoundingClientRect(); return left < -1 || right > document.documentElement.clientWidth + 1; })
  .map((tab) => tab.textContent)`;

/** The tabs of what is open that a person would have to look for: on a phone they do not all fit. */
export async function tabsOutOfSight(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate(FIND_HIDDEN));
}
