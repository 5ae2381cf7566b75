import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../..', import.meta.url).pathname;

/** Where people read, by language; files with both are read for both. */
const READ = {
  en: ['console/src/i18n/en/*.ts', 'server/src/site/words/en/*.ts', 'server/src/site/docs/en/*.ts'],
  fr: ['console/src/i18n/fr/*.ts', 'server/src/site/words/fr/*.ts', 'server/src/site/docs/fr/*.ts'],
  both: [
    'server/src/mail/letters/*.ts',
    'cli/words/*.ts',
    'contract/error-words/*.ts',
    'contract/server-event-words/*.ts',
    'contract/request-sentences/*.ts',
    'contract/**/*-{words,sentences}.ts',
  ],
} as const;

/** Where sentences of both languages lie among code: the contract, and the server's own refusals. */
const FRENCH_AMONG_CODE = ['contract/**/*.ts', 'server/src/{door,http,mail,mcp,site,web}/**/*.ts'] as const;

/** A French elision with a straight apostrophe. English has none that begins a word so. */
const STRAIGHT = /(?<![\p{L}\d'’])(?:[cdjlmnst]|(?:qu|jusqu|lorsqu|puisqu|quelqu|presqu|aujourd))'(?=[\p{L}$])/iu;

/** A no-break space of full width before a sign that takes a narrow one: written, escaped or as an entity. */
const WIDE = /(?:\u00a0|\\u00a0|&nbsp;)[;!?]/i;

const rows = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter(([english]) => english !== 'English' && !/^-+$/.test(english ?? ''));
const listed = (cell: string | undefined) => (cell ?? '').split(', ').filter((term) => term !== '');
const banned = { en: rows.flatMap((cells) => listed(cells[2])), fr: rows.flatMap((cells) => listed(cells[3])) };

test('the table of words is read', () => {
  expect(rows.length).toBeGreaterThan(15);
  expect(banned.en).toContain('given back');
  expect(banned.fr).toContain('assistance');
  expect(rows.filter((cells) => cells.length !== 4)).toEqual([]);
});

test.each(['en', 'fr'] as const)('nothing that people read in %s has a banned word', (language) => {
  const files = [...READ[language], ...READ.both]
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((path) => !path.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(40);
  const any = asWords(banned[language]);
  const found = files.flatMap((path) =>
    linesOf(path)
      .filter(({ text }) => any.test(text))
      .map(({ at }) => at),
  );
  expect(found).toEqual([]);
});

test('French has typographic apostrophes wherever people read it', () => {
  const files = [...READ.fr, ...READ.both, ...FRENCH_AMONG_CODE]
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((path) => !path.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(200);
  const straight = files.flatMap((path) => linesOf(path).filter(({ text }) => STRAIGHT.test(text)));
  expect(straight.map(({ at }) => at)).toEqual([]);
});

test('no full no-break space is set by hand before ; ! or ?, where French has a narrow one', () => {
  const files = [...READ.fr, ...READ.both, ...FRENCH_AMONG_CODE]
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((path) => !path.endsWith('.test.ts'));
  const wide = files.flatMap((path) => linesOf(path).filter(({ text }) => WIDE.test(text)));
  expect(wide.map(({ at }) => at)).toEqual([]);
  for (const found of ['oui\u00a0; non', String.raw`'oui\u00a0?'`, 'oui&nbsp;!']) expect(found).toMatch(WIDE);
  for (const other of ['oui ; non', 'oui\u00a0: non', String.raw`'oui\u202f?'`]) expect(other).not.toMatch(WIDE);
});

test('a straight apostrophe is found in French, and none in English or code', () => {
  for (const french of ['n{}est', 'L{}adresse', 'jusqu{}à', 'aujourd{}hui', 'd{}${name}'])
    expect(french.replace('{}', "'")).toMatch(STRAIGHT);
  for (const other of ["don't", "it's", 'l’hôte', "'fr'", "t('a')", "the hosts' names"]) expect(other).not.toMatch(STRAIGHT);
});

test('a banned word is found, and no longer word that has it in it', () => {
  expect("refund: 'Given back',").toMatch(asWords(['returned', 'given back']));
  expect("fr: 'Écrivez à l’assistance.'").toMatch(asWords(['assistance']));
  expect("'Rendus de pages'").not.toMatch(asWords(["'Rendu'"]));
  expect('reawakening upper').not.toMatch(asWords(['waking up']));
});

interface Line {
  readonly at: string;
  readonly text: string;
}

/** Without comments, which nobody else reads. */
function linesOf(path: string): Line[] {
  const lines = readFileSync(`${ROOT}${path}`, 'utf8').split('\n');
  return lines.flatMap((text, index) => (/^\s*(\/\/|\/?\*)/.test(text) ? [] : [{ at: `${path}:${index + 1} ${text.trim()}`, text }]));
}

/** Any of these terms, and no longer word that has one in it. */
function asWords(terms: readonly string[]): RegExp {
  const escaped = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\p{L}-])(?:${escaped.join('|')})(?![\p{L}])`, 'iu');
}
