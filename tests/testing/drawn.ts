import type { Page } from 'playwright-core';

/** Once the page has drawn itself again: what is placed by its scripts, as a menu when the window's size changes, is in its place. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}
