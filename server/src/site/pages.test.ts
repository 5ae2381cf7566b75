import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ServerAction } from '@boreal/contract/servers/servers.ts';
import { HtmlValidate } from 'html-validate';
import { localeOf } from './locales.ts';
import { everyPage, openTestSite, SITE_URL, type TestSite } from './testing.ts';

let site: TestSite;
const pages = new Map<string, { text: string; headers: Readonly<Record<string, unknown>> }>();
before(async () => {
  site = await openTestSite();
  for (const path of await everyPage(site)) {
    const { status, headers, text } = await site.get(path);
    assert.equal(status, 200, `${path} answers ${status}`);
    pages.set(path, { text, headers });
  }
});
after(async () => {
  await site.close();
  assert.deepEqual(site.bugs, [], 'a page could not be made');
});

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // The formatter decides how the source is laid out.
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-inline-style': 'error',
    'long-title': 'off',
  },
});

describe('every page in both languages', () => {
  test('is there, in the language that its address says, and nothing else is missing', () => {
    assert.ok(pages.size > 40, `there are only ${pages.size}`);
    for (const [path, { text }] of pages) assert.match(text, new RegExp(`<html lang="${localeOf(path)}"`), path);
  });

  test('is valid HTML', async () => {
    const told = [];
    for (const [path, { text }] of pages) {
      const { results } = await validator.validateString(text);
      told.push(...results.flatMap(({ messages }) => messages.map(({ line, ruleId, message }) => `${path}:${line} ${ruleId}: ${message}`)));
    }
    assert.deepEqual(told, []);
  });

  test('has one heading of the first rank, a title and a description of its own', () => {
    const titles = new Map<string, string>();
    for (const [path, { text }] of pages) {
      assert.equal(text.match(/<h1[\s>]/g)?.length, 1, path);
      const title = /<title>([^<]+)<\/title>/.exec(text)?.[1] ?? '';
      const description = /<meta name="description" content="([^"]+)"/.exec(text)?.[1] ?? '';
      assert.ok(description.length > 40, `${path} is described as “${description}”`);
      const key = `${localeOf(path)} ${title}`;
      assert.equal(titles.get(key), undefined, `${path} has the title of ${titles.get(key)}`);
      titles.set(key, path);
    }
  });

  test('that says which action the API takes says one that it takes', () => {
    for (const path of ['/docs/servers', '/fr/docs/servers']) {
      const { text = '' } = pages.get(path) ?? {};
      const named = [...text.matchAll(/(?:the <code>([\w-]+)<\/code>\s+action|l’action\s+<code>([\w-]+)<\/code>)/g)].map(
        ([, en, fr]) => en ?? fr,
      );
      assert.ok(named.length > 0, path);
      for (const action of named) assert.ok(ServerAction.safeParse(action).success, `${path}: ${action}`);
    }
  });

  test('names its address and its other language', () => {
    for (const [path, { text }] of pages) {
      const english = localeOf(path) === 'en' ? path : path.slice(3) || '/';
      const french = english === '/' ? '/fr' : `/fr${english}`;
      assert.ok(text.includes(`<link rel="canonical" href="${SITE_URL}${path}"`), path);
      assert.ok(text.includes(`<link rel="alternate" hreflang="en" href="${SITE_URL}${english}"`), path);
      assert.ok(text.includes(`<link rel="alternate" hreflang="fr" href="${SITE_URL}${french}"`), path);
      assert.ok(text.includes(`<link rel="alternate" hreflang="x-default" href="${SITE_URL}${english}"`), path);
    }
  });

  test('loads nothing from elsewhere, and runs neither script nor style that stands in it', async () => {
    for (const [path, { text }] of pages) {
      const loaded = [...text.matchAll(/<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc="([^"]*)"/g)].map(([, url]) => url ?? '');
      const linked = [...text.matchAll(/<link rel="(?:stylesheet|icon|preload)" href="([^"]*)"/g)].map(([, url]) => url ?? '');
      assert.ok(loaded.length > 0 && linked.length > 0, path);
      for (const url of [...loaded, ...linked]) {
        assert.match(url, /^\/(?!\/)/, path);
        assert.equal((await site.get(url)).status, 200, `${path} loads ${url}`);
      }
      assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)/, path);
      assert.doesNotMatch(text, /<style|\sstyle="|\son[a-z]+="|javascript:/i, path);
    }
    const style = /href="(\/site\/site-[^"]+\.css)"/.exec(pages.get('/')?.text ?? '')?.[1] ?? '';
    const css = (await site.get(style)).text;
    assert.doesNotMatch(css, /@import|https?:/);
    for (const [, url] of css.matchAll(/url\(([^)]*)\)/g)) assert.equal((await site.get(url ?? '')).status, 200, url);
  });

  test('is sent with headers that hold a browser to that', () => {
    for (const [path, { headers }] of pages) {
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/, path);
      assert.match(policy, /script-src 'self';/, path);
      assert.match(policy, /style-src 'self';/, path);
      assert.match(policy, /frame-ancestors 'none'/, path);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/, path);
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
      assert.match(String(headers['cache-control']), /^public, max-age=\d+$/, path);
      assert.equal(headers['set-cookie'], undefined, path);
    }
  });
});
