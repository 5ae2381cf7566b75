import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { everyPage, openTestSite, SITE_URL } from './testing.ts';

const site = await openTestSite();
after(() => site.close());

/** Addresses that other doors answer: the console, the agents' door and its discovery documents. */
const ELSEWHERE = /^\/(console|login|signup|llms\.txt$|\.well-known\/mcp\.json$)/;

test('every link leads to a page that is there, and to a place on it', async () => {
  const anchors = new Map<string, Set<string>>();
  const asked = new Map<string, string>();
  const open = ['/', '/fr'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (anchors.has(path)) continue;
    const { status, text } = await site.get(path);
    assert.equal(status, 200, `${path}, to which ${asked.get(path) ?? 'nobody'} links, answers ${status}`);
    anchors.set(path, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? '')));
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), `${SITE_URL}${path}`);
      assert.ok(url.origin === SITE_URL || url.protocol === 'mailto:', `${path} leads away, to ${href}`);
      if (ELSEWHERE.test(url.pathname) || url.protocol === 'mailto:') continue;
      asked.set(`${url.pathname}${url.hash}`, path);
      if (!asked.has(url.pathname)) asked.set(url.pathname, path);
      open.push(url.pathname);
    }
  }
  for (const [address, from] of asked) {
    const [path = '', hash] = address.split('#');
    if (hash !== undefined && hash !== '')
      assert.ok(anchors.get(path)?.has(hash), `${from} leads to ${address}, where there is no such place`);
  }
  const read = [...anchors.keys()].filter((path) => !path.startsWith('/api/'));
  assert.deepEqual(read.toSorted(), (await everyPage(site)).toSorted(), 'a page to which nothing leads, or a link to what is no page');
});

test('the sitemap lists every page in both languages, and robots.txt leads to it', async () => {
  const { status, headers, text } = await site.get('/sitemap.xml');
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^application\/xml/);
  assert.ok(text.startsWith('<?xml'));
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
  assert.deepEqual(listed.toSorted(), (await everyPage(site)).map((path) => `${SITE_URL}${path}`).toSorted());
  assert.equal(text.match(/hreflang="fr"/g)?.length, listed.length);
  const robots = await site.get('/robots.txt');
  assert.ok(robots.text.includes(`Sitemap: ${SITE_URL}/sitemap.xml`));
  assert.match(robots.text, /^Disallow: \/console$/m);
});
