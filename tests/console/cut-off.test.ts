import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../testing/browser.ts';
import { cutOff } from '../testing/cut-off.ts';

let browser: Browser;
let page: Page;
before(async () => {
  browser = await openChromium();
  page = await browser.newPage({ viewport: { width: 320, height: 600 } });
});
after(() => browser?.close());

const shown = async (html: string) => {
  await page.setContent(`<!doctype html><body style="margin: 0; font: 16px sans-serif">${html}`);
  return cutOff(page);
};
const NAME = 'EntrainementMultimodalQuebecNord';
const line = (style: string, more = '') => `<p ${more} style="width: 80px; white-space: nowrap; ${style}">${NAME}</p>`;

test('what is cut off by its box, at its end or below, is found, and what a field does not show', async () => {
  assert.match(String(await shown(line('overflow: hidden'))), /^cut off: Entrainement/);
  assert.match(String(await shown(line('overflow: hidden; text-overflow: ellipsis'))), /^cut off: Entrainement/);
  assert.match(String(await shown('<div style="height: 20px; overflow: hidden"><p>One</p><p>Two</p></div>')), /cut off: Two/);
  assert.match(String(await shown(`<input style="width: 80px" placeholder="${NAME}">`)), /cut off: .*in its field/);
  assert.match(String(await shown(`<select style="width: 80px"><option>${NAME}</option></select>`)), /cut off: .*in its field/);
});

test('what is pushed out of the screen is found, a button without words too', async () => {
  assert.match(String(await shown(line('margin-left: 200px'))), /^off the screen: Entrainement/);
  assert.match(
    String(await shown('<button aria-label="Close" style="position: absolute; left: 310px">x</button>')),
    /off the screen: Close/,
  );
});

test('what can be read is left in peace: whole, scrolled to, told by its title, kept for readers or until it has the focus', async () => {
  const fine = [
    `<p style="overflow-wrap: anywhere">${NAME.repeat(3)}</p>`,
    `<div style="overflow: auto"><p style="width: 900px; white-space: nowrap">${NAME.repeat(3)}</p></div>`,
    line('overflow: hidden; text-overflow: ellipsis', `title="${NAME}"`),
    `<span style="position: absolute; width: 1px; height: 1px; overflow: hidden">${NAME}</span>`,
    `<a href="#main" style="position: absolute; left: -9999px">${NAME}</a>`,
    line('display: none'),
    `<input style="width: 80px" value="${NAME}">`,
  ];
  for (const html of fine) assert.deepEqual(await shown(html), [], html);
});

test('what the page places itself is looked at once it is in its place for the new width', async () => {
  const button = '<button style="position: fixed; top: 0; width: 90px">Delete</button>';
  const place = 'document.querySelector("button").style.left = innerWidth - 90 + "px"';
  for (let times = 0; times < 20; times += 1) {
    await page.setViewportSize({ width: 390, height: 600 });
    await page.setContent(`<!doctype html><body>${button}<script>onresize = () => { ${place} }; ${place}</script>`);
    await page.setViewportSize({ width: 320, height: 600 });
    assert.deepEqual(await cutOff(page), []);
  }
});
