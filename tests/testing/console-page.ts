import type { Locator, Page } from 'playwright-core';

/** What is on a page of the console, by the names a person would use. */
export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
}

export function inDialog(page: Page, name: string): Locator {
  return page.getByRole('dialog').getByRole('button', { name, exact: true });
}

/** Waits until the page with this title is there. */
export function title(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Follows the link of this name. */
export function go(page: Page, name: string): Promise<void> {
  return page.getByRole('link', { name, exact: true }).click();
}
