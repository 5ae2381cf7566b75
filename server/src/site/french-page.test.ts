import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frenchPage } from './french-page.ts';

const CASES: readonly [string, string][] = [
  ['<p>Ceci : cela ; quoi ? Oui !</p>', '<p>Ceci\u00a0: cela\u202f; quoi\u202f? Oui\u202f!</p>'],
  ['<p>« error » dit</p>', '<p>«\u00a0error\u00a0» dit</p>'],
  ['<a title="a : b" href="/x ?y">c : d</a>', '<a title="a : b" href="/x ?y">c\u00a0: d</a>'],
  ['<pre tabindex="0"><code>a : b</code></pre> : c', '<pre tabindex="0"><code>a : b</code></pre>\u00a0: c'],
  ['<code>a : b</code> : c', '<code>a : b</code>\u00a0: c'],
  ['3 h 15, 4,99\u00a0$', '3 h 15, 4,99\u00a0$'],
];

for (const [page, spaced] of CASES) test(`${page} is spaced as French is`, () => assert.equal(frenchPage(page), spaced));
