import type { Page } from 'playwright-core';
import { z } from 'zod';

// As text: it runs in the page.
const MEASURE = `[...document.querySelectorAll('main button[aria-label^="Copy: "]')].filter((button) => button.checkVisibility()).map((button) => {
  const field = button.parentElement;
  const within = (inner, outer) => {
    const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  };
  return {
    name: button.getAttribute('aria-label'),
    text: button.closest(':has(code, pre)')?.querySelector('code, pre').textContent ?? null,
    icon: within(button.querySelector('svg'), button),
    box: within(button, field),
  };
})`;
const Buttons = z.array(z.object({ name: z.string(), text: z.string().nullable(), icon: z.boolean(), box: z.boolean() }));

/** Buttons that copy: those that leave their field, and those that copy another text than the one beside them, or a part of it. */
export async function wrongCopies(page: Page): Promise<{ count: number; problems: string[] }> {
  const buttons = Buttons.parse(await page.evaluate(MEASURE));
  const problems: string[] = [];
  for (const { name, text, icon, box } of buttons) {
    if (!icon || !box) problems.push(`${name}: ${icon ? 'the button' : 'its icon'} leaves its field`);
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.getByRole('status').getByText('Copied').first().waitFor({ state: 'attached' });
    const copied: unknown = await page.evaluate('navigator.clipboard.readText()');
    if (copied !== text) problems.push(`${name}: copied ${JSON.stringify(copied)}, not ${JSON.stringify(text)}`);
  }
  return { count: buttons.length, problems };
}
