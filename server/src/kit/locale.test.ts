import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLocale } from './locale.ts';

test('the answer speaks the language that Accept-Language prefers, English when it says nothing of use', () => {
  const cases = [
    [undefined, 'en'],
    ['', 'en'],
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['FR-ca', 'fr'],
    ['en-CA, fr;q=0.9', 'en'],
    ['de, fr;q=0.5, en;q=0.4', 'fr'],
    ['fr;q=0, en;q=0.1', 'en'],
    ['fr;q=0', 'en'],
    ['*', 'en'],
    ['fr;q=0.5, *;q=0.1', 'fr'],
    ['en;q=0.8, fr;q=0.8', 'en'],
    ['fr;q=junk', 'en'],
    ['frx', 'en'],
    ['fr-CA, en', 'fr'],
    ['fr-CA,en;q=0.9,fr;q=0.1', 'fr'],
    ['fr;q=0.8, en;q=0.8', 'fr'],
    ['fr ; q=0.4 , en;q=0.3', 'fr'],
    ['fr;Q=0.4, en;q=0.5', 'en'],
    ['*;q=0.9, fr;q=0.8', 'en'],
    ['fr-Latn-CA', 'fr'],
    ['*;q=0, fr;q=0.5', 'fr'],
    [', ,fr', 'fr'],
    [`${'x'.repeat(600)},fr`, 'en'],
  ] as const;
  for (const [header, locale] of cases) assert.equal(preferredLocale(header), locale, String(header));
});
