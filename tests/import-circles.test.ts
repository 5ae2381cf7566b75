import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, readSources, type Source } from './sources.ts';

/**
 * Where no file may import itself by way of others. Imports of types count, too: whoever reads one file of a circle has to
 * read all of them. (The linter finds only circles that are there when the program runs.)
 */
const WITHOUT_CIRCLES = ['contract/**/*.ts'];

for (const pattern of WITHOUT_CIRCLES) {
  test(`no file of ${pattern} imports itself by way of others`, () => {
    const sources = readSources(pattern);
    assert.ok(sources.length > 20, 'the sources were not found');
    assert.deepEqual(circlesOf(sources), []);
  });
}

test('a circle is found, whatever hangs on it, and named once by all of its files', () => {
  const file = (path: string, ...imported: string[]) => ({
    path,
    text: imported.map((target) => `import type { A } from './${target}';\n`).join(''),
  });
  const line = [file('x/a.ts', 'b.ts', 'c.ts'), file('x/b.ts', 'c.ts'), file('x/c.ts')];
  assert.deepEqual(circlesOf(line), []);
  const circle = [file('x/d.ts', 'a.ts', 'e.ts'), file('x/e.ts', 'f.ts'), file('x/f.ts', 'd.ts', 'c.ts'), file('x/g.ts', 'd.ts')];
  assert.deepEqual(circlesOf([...line, ...circle]), ['x/d.ts, x/e.ts, x/f.ts']);
  assert.deepEqual(circlesOf([file('x/self.ts', 'self.ts')]), ['x/self.ts']);
});

/** Each set of files that all reach each other, as one line. */
function circlesOf(sources: readonly Source[]): string[] {
  const imported = new Map(sources.map((source) => [source.path, importsOf(source).flatMap(({ target }) => target ?? [])]));
  const reached = new Map(sources.map(({ path }) => [path, reachedFrom(path, imported)]));
  const circles = sources
    .filter(({ path }) => reached.get(path)?.has(path))
    .map(({ path }) => [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).toSorted());
  return [...new Set(circles.map((files) => files.join(', ')))];
}

/** Every file that a file imports, and that those import. */
function reachedFrom(path: string, imported: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const ahead = [path];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    for (const target of imported.get(next) ?? []) {
      if (!imported.has(target) || found.has(target)) continue;
      found.add(target);
      ahead.push(target);
    }
  }
  return found;
}
