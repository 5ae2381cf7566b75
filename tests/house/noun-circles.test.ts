import assert from 'node:assert/strict';
import { dirname } from 'node:path/posix';
import { test } from 'node:test';
import { importsOf, readSources, type Source } from './sources.ts';

/**
 * Where no folder may need another that needs it: the nouns of core's floors, and the shelves of the largest rooms. Imports of types count,
 * too: whoever reads one of a circle has to read all of them.
 */
const WITHOUT_CIRCLES = [
  ...['ground', 'money', 'fleet', 'commerce'].map((floor) => `server/src/core/${floor}`),
  'server/src/core/fleet/lifecycle',
  'server/src/core/fleet/capacity',
  'server/src/core/fleet/servers',
  'server/src/core/money/catalog',
  'server/src/engines/incus',
  'server/src/engines/openstack',
  'server/src/operator',
];

for (const place of WITHOUT_CIRCLES) {
  test(`in ${place}, nothing needs what needs it`, (t) => {
    const sources = readSources(`${place}/**/*.ts`).filter(({ path }) => !path.endsWith('.test.ts') && !path.includes('/testing/'));
    const needs = needsOf(sources, place);
    assert.ok(needs.size > 4, 'the nouns were not found');
    assert.deepEqual(circlesOf(needs), []);
    t.diagnostic(fromBelow(needs).join(' ← '));
  });
}

/** The linter finds circles of files, but not those that only types close. */
const PLACES = ['contract', 'server/src', 'console/src', 'tests', 'bench', 'scripts', 'dev'];

test('no file imports itself by way of others, types included', () => {
  const sources = PLACES.flatMap((place) => readSources(`${place}/**/*.{ts,tsx}`));
  const paths = new Set(sources.map(({ path }) => path));
  assert.ok(
    PLACES.every((place) => [...paths].some((path) => path.startsWith(`${place}/`))),
    'a place has no files',
  );
  const needs = sources.map((source) => {
    const targets = importsOf(source).flatMap(({ target }) => (target !== null && paths.has(target) ? [target] : []));
    return [source.path, new Set(targets)] as const;
  });
  assert.deepEqual(circlesOf(new Map(needs)), []);
});

test('a circle is found, whatever hangs on it, and named once by all that it goes through', () => {
  const file = (path: string, ...imported: string[]) => ({
    path,
    text: imported.map((target) => `import type { A } from '../${target}';\n`).join(''),
  });
  const line = [file('x/a/1.ts', 'b/1.ts', 'c/1.ts'), file('x/b/1.ts', 'c/1.ts'), file('x/c/1.ts')];
  assert.deepEqual(circlesOf(needsOf(line, 'x')), []);
  assert.deepEqual(fromBelow(needsOf(line, 'x')), ['c', 'b', 'a']);
  const circle = [
    file('x/d/1.ts', 'a/1.ts', 'e/2.ts'),
    file('x/e/1.ts', 'f/1.ts'),
    file('x/f/1.ts', 'd/1.ts', 'c/1.ts'),
    file('x/g/1.ts', 'd/1.ts'),
  ];
  assert.deepEqual(circlesOf(needsOf([...line, ...circle], 'x')), ['d, e, f']);
});

type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** What each folder of a place, or file that lies in the place itself, imports of the others. */
function needsOf(sources: readonly Source[], place: string): Needs {
  const needs = new Map<string, Set<string>>();
  for (const source of sources) {
    const own = nounOf(source.path, place);
    const others = needs.get(own) ?? new Set();
    needs.set(own, others);
    for (const { target } of importsOf(source)) {
      if (target?.startsWith(`${place}/`) && nounOf(target, place) !== own) others.add(nounOf(target, place));
    }
  }
  return needs;
}

function nounOf(path: string, place: string): string {
  const inside = path.slice(place.length + 1);
  return dirname(inside) === '.' ? inside : (inside.split('/')[0] ?? inside);
}

/** Each set of nouns that all reach each other, as one line. */
function circlesOf(needs: Needs): string[] {
  const reached = new Map([...needs.keys()].map((noun) => [noun, reachedFrom(noun, needs)]));
  const circles = [...reached]
    .filter(([noun, others]) => others.has(noun))
    .map(([noun, others]) => [...others].filter((other) => reached.get(other)?.has(noun)).toSorted());
  return [...new Set(circles.map((nouns) => nouns.join(', ')))];
}

/** Everything that a noun needs, and that those need. */
function reachedFrom(noun: string, needs: Needs): ReadonlySet<string> {
  const found = new Set<string>();
  const ahead = [noun];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    for (const other of needs.get(next) ?? []) {
      if (found.has(other)) continue;
      found.add(other);
      ahead.push(other);
    }
  }
  return found;
}

/** The nouns in an order in which each comes after all that it needs. */
function fromBelow(needs: Needs): string[] {
  const size = new Map([...needs.keys()].map((noun) => [noun, reachedFrom(noun, needs).size]));
  return [...needs.keys()].toSorted((a, b) => (size.get(a) ?? 0) - (size.get(b) ?? 0) || (a < b ? -1 : 1));
}
