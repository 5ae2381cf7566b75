import assert from 'node:assert/strict';
import { z } from 'zod';
import type { Page } from 'playwright-core';
import { drawn } from './drawn.ts';

/**
 * Fails with every word that cannot be read at this width: cut off by the box it is in, or pushed out of the screen. What can be
 * scrolled to is not cut off, nor what readers alone are told.
 */
export async function cutOff(page: Page): Promise<string[]> {
  await drawn(page);
  return z.array(z.string()).parse(await page.evaluate(FIND_CUT_OFF));
}

/** Whatever typeface the page brings: set in the one that phones without it have, or in one as wide. */
export async function setInArial(page: Page): Promise<void> {
  const family = 'body *:not(pre, code, pre *, code *) { font-family: Arial, "Liberation Sans", sans-serif !important; }';
  await page.addInitScript(`document.addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(family)});
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });`);
}

/** Fails where this machine has no such typeface: another one is wider or narrower, and the test would be about that. */
export async function assertHasArial(page: Page): Promise<void> {
  const width = await page.evaluate(
    `Object.assign(document.createElement('canvas').getContext('2d'), { font: '100px Arial, "Liberation Sans"' }).measureText('Boreal').width`,
  );
  assert.equal(Math.round(Number(width)), ARIAL_BOREAL, 'Arial is missing, and Liberation Sans. Debian: apt-get install fonts-liberation');
}

/** "Boreal" at 100 px, in Arial. */
const ARIAL_BOREAL = 289;

// As text: it runs in the page, which has a document, and is checked here, where there is none.
const FIND_CUT_OFF = `(() => {
  const found = new Set();
  const screen = { left: 0, right: document.documentElement.clientWidth, top: -Infinity, bottom: Infinity };
  const pen = document.createElement('canvas').getContext('2d');

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const node = words.currentNode;
    if (node.data.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    look(node.parentElement, [...range.getClientRects()], node.data.trim());
  }
  for (const element of document.querySelectorAll('a[href], button, input, select, textarea, [role=button], [role=switch]')) {
    look(element, [element.getBoundingClientRect()], nameOf(element));
  }
  for (const field of document.querySelectorAll('input, select')) fits(field);
  return [...found];

  function look(element, boxes, text) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
    let rects = boxes.filter(({ width, height }) => width > 0 && height > 0);
    if (rects.length === 0) return;
    let problem = null;
    for (let above = element; above !== null && above !== document.documentElement; above = above.parentElement) {
      const style = getComputedStyle(above);
      const box = above.getBoundingClientRect();
      if (above !== element || boxes.length > 1 || !box.width) {
        if (/auto|scroll/.test(style.overflowX)) rects = rects.map((one) => within(one, box, 'left', 'right'));
        if (/auto|scroll/.test(style.overflowY)) rects = rects.map((one) => within(one, box, 'top', 'bottom'));
      }
      const hides = { x: /hidden|clip/.test(style.overflowX), y: /hidden|clip/.test(style.overflowY) };
      if (((hides.x || hides.y) && (box.width <= 1 || box.height <= 1)) || style.clipPath !== 'none') return;
      if (rects.some((one) => (hides.x && sideways(one, box)) || (hides.y && upright(one, box)))) problem ??= above;
      if (hides.x) rects = rects.map((one) => within(one, box, 'left', 'right'));
      // Kept aside until it has the focus, as the link to the content is.
      if (box.right < -1000) return;
      if (style.position === 'fixed') break;
    }
    if (problem !== null && !isTold(problem, text)) found.add('cut off: ' + text + ' (in ' + problem.className + ')');
    if (rects.some((one) => sideways(one, screen))) found.add('off the screen: ' + text);
  }
  function within(one, box, from, to) {
    return { left: one.left, right: one.right, top: one.top, bottom: one.bottom, [from]: Math.max(one[from], box[from]), [to]: Math.min(one[to], box[to]) };
  }
  function sideways(one, box) { return one.right > box.right + 1.5 || one.left < box.left - 1.5; }
  // Letters are less high than their lines.
  function upright(one, box) { const spare = (one.bottom - one.top) * 0.3; return one.bottom > box.bottom + spare || one.top < box.top - spare; }
  /** A name that is shortened on purpose is told whole by a title or a tooltip. */
  function isTold(element, text) {
    for (let above = element; above !== null; above = above.parentElement) {
      if ([above.title, above.dataset.whole].some((whole) => whole && whole.includes(text))) return true;
    }
    return false;
  }
  function nameOf(element) {
    return (element.getAttribute('aria-label') || element.textContent || element.name || element.outerHTML.slice(0, 80)).trim();
  }
  /** What a field shows, beside what is drawn in it. */
  function fits(field) {
    if (!field.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || /^(checkbox|radio|password|hidden|range|file)$/.test(field.type)) return;
    const style = getComputedStyle(field);
    const chosen = field.tagName === 'SELECT' && field.selectedOptions[0] ? field.selectedOptions[0].label : '';
    // What people type may be longer than its field; what we say in it may not.
    const text = chosen || (field.readOnly ? field.value : '') || (field.value ? '' : field.placeholder);
    if (!text || field.clientWidth <= 1) return;
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(text).width > room + 1 && field.title !== text) found.add('cut off: ' + text + ' (in its field)');
  }
})()`;
