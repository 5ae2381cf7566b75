import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openTestSite } from '../testing.ts';

const site = await openTestSite();
after(async () => {
  await site.close();
  assert.deepEqual(site.bugs, [], 'a page could not be made');
});

/** Where a question leads, the best first. */
async function found(question: string, path = '/docs/search'): Promise<string[]> {
  const { status, text } = await site.get(`${path}?q=${encodeURIComponent(question)}`);
  assert.equal(status, 200);
  const list = /<ol class="found">([^]*?)<\/ol>/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href);
}

describe('a search', () => {
  test('finds guides, operations and codes of errors, the best first', async () => {
    assert.equal((await found('INSUFFICIENT_CREDITS'))[0], '/docs/errors#insufficient-credits');
    assert.equal((await found('hibernation'))[0], '/docs/servers#hibernation');
    assert.ok((await found('deploy-quote'))[0]?.startsWith('/docs/api#'));
    assert.ok((await found('ssh key')).includes('/docs#ssh-key'));
  });

  test('takes a word that is begun, mistyped, or without its accents', async () => {
    assert.ok((await found('hibern')).includes('/docs/servers#hibernation'));
    assert.ok((await found('hibernaton')).includes('/docs/servers#hibernation'));
    const french = await found('cle ssh', '/fr/docs/search');
    assert.ok(french.includes('/fr/docs#ssh-key'), french.join(' '));
    assert.ok(french.every((href) => href.startsWith('/fr/')));
  });

  test('leads only to places that are there', async () => {
    const anchors = new Map<string, Set<string>>();
    for (const question of ['server', 'key', 'billing', 'error', 'firewall', 'a', 'not found', 'mcp', 'budget']) {
      for (const href of await found(question)) {
        const [path = '', anchor = ''] = href.split('#');
        const ids = anchors.get(path) ?? new Set([...(await site.get(path)).text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? ''));
        anchors.set(path, ids);
        assert.ok(ids.has(anchor), `${question} leads to ${href}`);
      }
    }
    assert.ok(anchors.size > 5, `${anchors.size} pages were found`);
  });

  test('says when there is nothing, and takes whatever is typed', async () => {
    const nothing = await site.get('/docs/search?q=xyzzyplugh');
    assert.match(nothing.text, /No results for “xyzzyplugh”/);
    for (const question of [
      '<script>alert(1)</script>',
      '   ',
      '"',
      '%',
      '\u0000',
      'é'.repeat(5000),
      'a '.repeat(3000),
      '()[]*+?\\',
      '🦊',
    ]) {
      const { status, text } = await site.get(`/docs/search?q=${encodeURIComponent(question)}`);
      assert.equal(status, 200, question);
      assert.ok(!text.includes('<script>alert'), question);
    }
    assert.equal((await site.get('/docs/search?q=%E0%A4%A')).status, 200);
    assert.equal((await site.get('/docs/search')).status, 200);
  });
});
