import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { typeset } from './typeset.ts';

const SOURCES = new URL('..', import.meta.url).pathname;

/** Words that both languages write alike. */
const ALIKE =
  /^(Boreal|Agents?|Pages|Code|Console|Images?|Documentation|Dates?|Total|Type|Notes?|Message|Source|Ports?|Machines?|Incidents?|Maintenance|Description|GPU|CPU|SSH|IPv[46]|PDF|CSV|TCP|UDP|ICMP|VAT|Mode|Actions?|Permissions?|Services?|Transactions?|Session|Sessions|Pools?|Plans?|Spot|Stock|Budget|Budgets|Tax(es)?|Test|Minimum|Maximum|Province|Invitation|Invitations|English|Français)$/;

const names = globSync('en/*.ts', { cwd: new URL('.', import.meta.url).pathname }).map((path) => basename(path, '.ts'));
// As text: a sentence counts as used where its key is named outside the catalogues.
const code = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
  .filter((path) => !path.startsWith('i18n/en/') && !path.startsWith('i18n/fr/') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${SOURCES}${path}`, 'utf8'))
  .join('\n');

test('there are catalogues, and French ones of the same names', () => {
  expect(names.length).toBeGreaterThan(2);
  expect(globSync('fr/*.ts', { cwd: new URL('.', import.meta.url).pathname }).map((path) => basename(path, '.ts'))).toEqual(names);
});

describe.each(names)('the catalogue %s', async (name) => {
  const { en }: { en: object } = await import(`./en/${name}.ts`);
  const { fr }: { fr: object } = await import(`./fr/${name}.ts`);

  test('has each sentence in both languages', () => {
    expect(leaves(fr).map(({ path }) => path)).toEqual(leaves(en).map(({ path }) => path));
    for (const { path, text } of [...leaves(en), ...leaves(fr)]) expect(text, path).not.toBe('');
  });

  test('leaves no English in French', () => {
    const english = new Map(leaves(en).map(({ path, text }) => [path, text]));
    const same = leaves(fr).filter(
      ({ path, text }) => text !== null && text === english.get(path) && !ALIKE.test(text) && /[a-z]{3}/i.test(text),
    );
    expect(same).toEqual([]);
  });

  test('has no sentence that nothing shows', () => {
    const unused = Object.keys(en).filter((key) => !new RegExp(`[.']${key}\\b`).test(code));
    expect(unused).toEqual([]);
  });
});

test('French sets its signs apart, and a line never begins with one', () => {
  const close = names.flatMap((name) => {
    const text = readFileSync(new URL(`./fr/${name}.ts`, import.meta.url), 'utf8');
    return [...text.matchAll(/.*[a-zà-ü0-9»)}][;!?](?= [a-zà-ü«]|['`]).*/gi)].map(([line]) => line.trim());
  });
  expect(close).toEqual([]);
  const set = typeset('fr', { plain: 'Voici : « oui »', of: (name: string) => `${name} ?`, deep: { one: 'oui ; non' } });
  expect([set.plain, set.of('Qui'), set.deep.one]).toEqual(['Voici\u00a0: «\u00a0oui\u00a0»', 'Qui\u202f?', 'oui\u202f; non']);
});

test('a sentence that ends with an abbreviation has one period, in both languages', () => {
  expect(typeset('fr', { until: (date: string) => `Payé jusqu’au ${date}.` }).until('27 déc.')).toBe('Payé jusqu’au 27 déc.');
  const en = typeset('en', { asked: (when: string, until: string) => `Requested ${when}. Expires ${until}. Wait...` });
  expect(en.asked('Nov 28, 4:33 a.m.', 'Dec 1')).toBe('Requested Nov 28, 4:33 a.m. Expires Dec 1. Wait...');
});

interface Leaf {
  readonly path: string;
  /** Null if it depends on its arguments. */
  readonly text: string | null;
}

function leaves(catalogue: object, above = ''): Leaf[] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]): Leaf[] => {
    const path = `${above}${key}`;
    if (typeof value === 'string') return [{ path, text: value }];
    if (typeof value === 'function') return [{ path, text: null }];
    return typeof value === 'object' && value !== null ? leaves(value, `${path}.`) : [];
  });
}
