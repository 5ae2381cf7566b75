import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FORMER_SETTINGS } from '../../server/src/config-unread.ts';
import { SETTINGS } from '../../server/src/config.ts';
import { ROOT } from './sources.ts';

/** What only tests read; CONTRIBUTING.md tells of them. */
const OF_TESTS: ReadonlySet<string> = new Set(['BOREAL_TEST_POSTGRES', 'BOREAL_FAULTS', 'BOREAL_FAULTS_SEED']);

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What a text names that begins as one of our settings does: BOREAL_…, INCUS_… */
function namesIn(text: string): string[] {
  const beginnings = [...new Set(SETTINGS.map((name) => name.slice(0, name.indexOf('_'))))];
  const pattern = new RegExp(String.raw`(?<![A-Z_])(?:${beginnings.join('|')})_[A-Z_]*[A-Z]\b(?!…)`, 'g');
  return [...new Set(text.match(pattern))];
}

test('the pattern finds settings, also one that does not exist', () => {
  assert.deepEqual(namesIn('`BOREAL_PORT=80 INCUS_URL` and BOREAL_NO_SUCH_THING, the `INCUS_…_FILE`, XBOREAL_PORT'), [
    'BOREAL_PORT',
    'INCUS_URL',
    'BOREAL_NO_SUCH_THING',
  ]);
});

const documents = globSync(['*.md', 'docs/**/*.md', '{console,dev}/**/*.md'], {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules',
});
for (const path of documents.sort()) {
  test(`${path} names no setting that does not exist`, () => {
    assert.deepEqual(
      namesIn(read(path)).filter(
        (name) => !SETTINGS.includes(name) && !OF_TESTS.has(name) && !(path === 'CHANGELOG.md' && name in FORMER_SETTINGS),
      ),
      [],
    );
  });
}

test('the README’s tables have every setting once', () => {
  const rows = [...read('README.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
  assert.deepEqual(rows.toSorted(), SETTINGS.toSorted());
});

test('the guide to access names every access setting', () => {
  const guide = namesIn(read('docs/operators-guide-access.md'));
  const part = read('README.md').split('Access and sign-up rules.')[1]?.split('\nWith `')[0] ?? '';
  const rules = [...part.matchAll(/^\| `([A-Z_]+)`/gm)].flatMap(([, name]) => name ?? []);
  assert.ok(rules.length >= 5);
  assert.deepEqual(
    rules.filter((name) => !guide.includes(name)),
    [],
  );
});

test('the chapter on keys and certificates tells of every setting that holds one, or an address with a password in it', () => {
  const holds = /SECRET|KEY|PASSWORD|CERT|TOKEN|HEADERS|CACERT|_CA$|^(?:DATABASE|SMTP|VALKEY)_URL$/;
  /** Names of keys, not keys, and the secret for which it has a chapter of its own. */
  const none = ['BOREAL_PASSWORD_COST'];
  const [, chapters = ''] = /^(## A new BOREAL_SECRET$.*?)^## What takes two/ms.exec(read('docs/operators-guide-access.md')) ?? [];
  const told = namesIn(chapters);
  assert.deepEqual(
    SETTINGS.filter((name) => holds.test(name) && !none.includes(name) && !told.includes(name)),
    [],
  );
});
