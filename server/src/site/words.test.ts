import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { errorStatuses } from '@boreal/contract/errors/errors.ts';
import { docKit } from './docs/doc-kit.ts';
import { writtenDocs, type WrittenPath } from './docs/doc-pages.ts';
import type { Doc } from './docs/doc.ts';
import { formats } from './format.ts';
import { localPath, locales } from './locales.ts';
import type { View } from './page.ts';
import { frenchTexts } from '@boreal/contract/api/french-texts.ts';
import { isWritten } from './search/search-docs.ts';
import type { Api } from './reference/read-api.ts';
import { codeLanguages, requestInCode } from './reference/request-in-code.rules.ts';
import { readRestApi, SITE_URL } from './testing.ts';
import { words } from './words/words.ts';

const FACTS = { minimumTopup: '$25', places: 'Montréal' };
/** The operators for whom the privacy and terms pages have variants. */
const OPERATOR = { name: 'Nord Calcul inc.', address: 'Montréal', email: 'info@example.com' };

let api: Api;
let names: string[];
before(async () => {
  ({ api, names } = await readRestApi());
});

/** Words that are looked up by a value: a status, a code, a path, a group. */
const BY_VALUE =
  /^\.(frame\.stock|status\.(states|overall)|subscription\.(stop|stopped)|docs\.pages|statuses|errorMeanings|reference\.(groups|in)|legal\.(privacy|terms|sla))\./;

/** Words that are the same in both languages. */
const SAME = new Set([
  'Documentation',
  'GPU',
  'Stock',
  'Spot',
  'vCPU',
  'Agents (MCP)',
  'llms.txt',
  'Type',
  'Architecture',
  'Agent',
  'Code',
  'HTTP',
  'SDK',
  'Machines',
]);

describe('the two catalogues', () => {
  const [en, fr] = [leaves(words.en), leaves(words.fr)];

  test('have the same keys, in every group', () => {
    assert.deepEqual([...fr.keys()].toSorted(), [...en.keys()].toSorted());
    assert.ok(en.size > 250, `${en.size} words`);
  });

  test('say something under each, and in French something French', () => {
    const untold = [...en].filter(([key, text]) => text.trim() === '' || fr.get(key)?.trim() === '').map(([key]) => key);
    assert.deepEqual(untold, []);
    const english = [...en].filter(([key, text]) => /[a-z]{3}/i.test(text) && fr.get(key) === text && !SAME.has(text)).map(([key]) => key);
    assert.deepEqual(english, []);
  });

  test('hold nothing that no page says', () => {
    const sources = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: (name) => name === 'words' })
      .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
      .join('\n');
    const names = [...en.keys()].filter((key) => !BY_VALUE.test(key)).map((key) => key.split('()')[0]?.split('.').at(-1) ?? '');
    const unsaid = names.filter((name) => !new RegExp(`\\.${name}\\b`).test(sources));
    assert.deepEqual(unsaid, []);
  });

  test('tell every error code of the contract', () => {
    for (const locale of locales)
      assert.deepEqual(Object.keys(words[locale].errorMeanings).toSorted(), Object.keys(errorStatuses).toSorted());
  });
});

describe('the documentation', () => {
  for (const path of Object.keys(writtenDocs).filter(isWritten)) {
    test(`${path} has the same sections, code and links in both languages`, async () => {
      const [en, fr] = [await outline(path, 'en'), await outline(path, 'fr')];
      assert.deepEqual(fr, en);
      assert.ok(en.sections.length > 1);
    });
  }
});

describe('the reference', () => {
  test('tells every endpoint of REST', () => {
    const told = api.groups.flatMap(({ operations }) => operations.map(({ id }) => id));
    assert.deepEqual(told.toSorted(), names.toSorted());
    assert.equal(new Set(told).size, told.length);
  });

  test('has a French sentence for every one of the OpenAPI document, and none besides', () => {
    const sentences = new Set<string>();
    for (const { operations } of api.groups) {
      for (const { summary, parameters, body, answer } of operations) {
        sentences.add(summary);
        for (const { description } of [...parameters, ...(body?.fields ?? []), ...answer.fields])
          if (description !== '') sentences.add(description);
      }
    }
    const known = Object.keys(frenchTexts);
    assert.deepEqual(
      [...sentences].filter((text) => !known.includes(text)),
      [],
      'not in contract/api/french-texts.ts yet',
    );
    assert.deepEqual(
      known.filter((text) => !sentences.has(text)),
      [],
      'no longer in the OpenAPI document',
    );
  });

  test('has a heading in both languages for every group', () => {
    for (const { name } of api.groups)
      for (const locale of locales) assert.ok(name in words[locale].reference.groups, `${name} in ${locale}`);
  });

  test('shows requests that can be sent, with what is required and an Origin on writes', () => {
    for (const { operations } of api.groups) {
      for (const { request, method, needsKey, id } of operations) {
        assert.doesNotMatch(request.url, /[{]\w+[}]|undefined|=(?=&|$)/, id);
        for (const language of codeLanguages) {
          const code = requestInCode[language](request);
          if (language === 'cli') {
            assert.match(code, /^boreal-cli [a-z-]+( |$)/, id);
            assert.doesNotMatch(code, /undefined|KEY|Origin/, id);
            continue;
          }
          assert.equal(/Authorization.*Bearer .*KEY/.test(code), needsKey, `${language} ${id}`);
          assert.equal(/Origin['"]?: ['"]?http:/.test(code), method !== 'GET', `${language} ${id}`);
        }
      }
    }
  });
});

/** What must not depend on the language. */
async function outline(path: WrittenPath, locale: 'en' | 'fr') {
  const view: View = {
    locale,
    siteUrl: SITE_URL,
    words: words[locale],
    formats: formats[locale],
    sources: {
      api: async () => api,
      shop: () => Promise.reject(new Error('no shop here')),
      status: () => Promise.reject(new Error('no status here')),
      company: () => Promise.reject(new Error('no company here')),
      places: () => Promise.reject(new Error('no places here')),
      incidents: () => Promise.reject(new Error('no incidents here')),
    },
    to: (to) => localPath(locale, to),
    toConsole: (to) => to,
    downloads: { cli: null, sdk: null },
    picture: ({ name }) => `/${name}`,
    search: () => Promise.reject(new Error('no search here')),
  };
  const doc: Doc = await writtenDocs[path][locale](await docKit(view));
  const sections = await Promise.all(
    doc.sections.map(async ({ id, body }) => {
      const text = String(await body);
      return {
        id,
        code: [...text.matchAll(/<pre[^>]*><code>([^]*?)<\/code>/g)].map(([, code]) => code),
        links: [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replace(/^\/fr(?=\/|$)/, '')).toSorted(),
      };
    }),
  );
  return { sections };
}

/** Every text of a catalogue by its key; functions are called with sample arguments. */
function leaves(value: unknown, key = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[key, value]]);
  if (isWriter(value)) {
    if (key.endsWith('.facts')) return leaves(value(FACTS), `${key}()`);
    return leaves(/sections|operatorKnown/.test(key) ? value(OPERATOR) : value('1', '2', '3'), `${key}()`);
  }
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).flatMap(([name, inner]) => [...leaves(inner, `${key}.${name}`)]));
  }
  return new Map();
}

function isWriter(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function';
}
