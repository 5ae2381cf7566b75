import type { Page } from 'playwright-core';
import { until } from './boreal-process.ts';
import { drawn } from './drawn.ts';

/** Answers what waits until a page shows what it asked for: its title is there, and for a moment nothing is on its way. */
export function watchRequests(page: Page): () => Promise<void> {
  let open = 0;
  page.on('request', () => (open += 1));
  page.on('requestfinished', () => (open -= 1));
  page.on('requestfailed', () => (open -= 1));
  return async () => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    let quiet = 0;
    await until(`${page.url()} is loaded`, 60_000, async () => {
      await drawn(page);
      quiet = open <= 0 ? quiet + 1 : 0;
      return quiet > 2;
    });
  };
}
