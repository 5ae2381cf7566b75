import type { Page } from 'playwright-core';
import { z } from 'zod';

/** px. Smaller print begins lower, larger higher. */
const TOLERANCE = 4;

// As text: it runs in the page.
const MEASURE = `[...document.querySelectorAll('.table.rows tbody tr')].filter((row) => row.checkVisibility()).flatMap((row) => {
  const { top, height } = row.getBoundingClientRect();
  const cells = [...row.cells].filter((cell) => cell.checkVisibility() && cell.colSpan === 1).flatMap((cell) => {
    const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const { currentNode: word } = words;
      if (word.data.trim() === '' || word.parentElement.closest('.unseen')) continue;
      const range = document.createRange();
      range.selectNodeContents(word);
      const [line] = range.getClientRects();
      if (line) return [{ text: word.data.trim(), middle: line.top + line.height / 2 - top }];
    }
    return [];
  });
  return [{ height, cells }];
})`;
const Rows = z.array(z.object({ height: z.number(), cells: z.array(z.object({ text: z.string(), middle: z.number() })) }));

/** Cells of lists whose first line is not beside those of the others, 20 px from the top of its row, and rows that are too low. */
export async function unevenRows(page: Page): Promise<string[]> {
  return Rows.parse(await page.evaluate(MEASURE)).flatMap(({ height, cells }) => [
    ...(height < 40 ? [`a row is ${height} px high: ${cells.map(({ text }) => text).join(' | ')}`] : []),
    ...cells
      .filter(({ middle }) => Math.abs(middle - 20) > TOLERANCE)
      .map(({ text, middle }) => `“${text}” is ${middle.toFixed(1)} px from the top of its row`),
  ]);
}
