import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ownPath } from '@boreal/contract/people/own-path.ts';

describe('where somebody is led after signing in', () => {
  test.each([
    '/console',
    '/console/servers?status=DELETED#top',
    '/operator',
    '/operator/accounts/acc_1',
    '/invitation',
    '/invitation#token',
  ])('may be %s', (path) => expect(ownPath(path)).toBe(path));

  test.each([
    'http://evil.example/x',
    'https:evil.example',
    '//evil.example',
    '///evil.example/console',
    '/\\evil.example',
    '\\\\evil.example',
    '/console\\..\\..\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/console\n//evil.example',
    ' javascript:alert(1)',
    'javascript:alert(1)',
    'JaVaScRiPt://localhost/console/%0aalert(1)',
    'data:text/html,x',
    '/%2f%2fevil.example',
    '%2f%2fevil.example',
    '/consolex',
    '/console.evil.example',
    '/console@evil.example',
    '/console/../login',
    '/console/../../evil',
    '/login?next=//evil.example',
    '',
    undefined,
    null,
    42,
    ['/console'],
  ])('is never %s', (path) => expect(ownPath(path)).toBeUndefined());

  test('is read from an address in one place only: the router merges what it was not told to leave out', () => {
    const root = new URL('..', import.meta.url).pathname;
    const readers = globSync('**/*.{ts,tsx}', { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .filter((path) =>
        /\b(next|redirect|returnTo|callbackURL)\b[^\n]*= useSearch\(|searchParams\.get\('(next|redirect|returnTo|callbackURL)'/.test(
          readFileSync(`${root}${path}`, 'utf8'),
        ),
      );
    expect(readers).toEqual(['app/use-next.ts']);
  });
});
