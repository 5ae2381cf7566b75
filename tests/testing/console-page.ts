import type { Locator, Page } from 'playwright-core';

/** What is on a page of the console, by the names a person would use. */
export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
}

export function dialog(page: Page): Locator {
  return page.getByRole('dialog');
}

export function inDialog(page: Page, name: string): Locator {
  return dialog(page).getByRole('button', { name, exact: true });
}

/** Waits until the page with this title is there. */
export function title(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('heading', { level: 1, name, ...(typeof name === 'string' && { exact: true }) }).waitFor();
}

/** Waits until the page says that something is done. */
export function done(page: Page, text: string | RegExp): Promise<void> {
  return page.getByText(text).first().waitFor();
}

/** Follows the link of this name. */
export function go(page: Page, name: string): Promise<void> {
  return page.getByRole('link', { name, exact: true }).click();
}
