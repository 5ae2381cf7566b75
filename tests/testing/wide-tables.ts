import { z } from 'zod';
import type { Page } from 'playwright-core';

/** The console's tables that one would have to scroll sideways to read at this width, with what they need and have, px. */
export async function wideTables(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate(FIND_WIDE));
}

// As text: it runs in the page, which has a document, and is checked here, where there is none.
const FIND_WIDE = `[...document.querySelectorAll('main .scrolls')]
  .filter((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1)
  .map((box) => (box.getAttribute('aria-label') || box.textContent.slice(0, 60)) + ': ' + box.scrollWidth + ' of ' + box.clientWidth)`;
