import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { ROOT } from './sources.ts';

const DIST = join(ROOT, 'console/dist');
const FIRST_LOAD_MAX_KB = 250;

const Chunk = z.object({ file: z.string(), imports: z.array(z.string()).default([]), dynamicImports: z.array(z.string()).default([]) });
const Manifest = z.record(z.string(), Chunk);
const manifest = Manifest.parse(JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')));

/** What must be there before the console shows a first page, by what it begins with. */
const FIRST_LOADS = {
  'sign in': ['index.html', 'src/pages/sign-in/login-page.tsx'],
  'the customer console': ['index.html', 'src/app/customer-shell.tsx'],
  'the operator console': ['index.html', 'src/app/operator-shell.tsx'],
} as const;

for (const [name, begins] of Object.entries(FIRST_LOADS)) {
  test(`the first load of ${name} is at most ${FIRST_LOAD_MAX_KB} kB of script, gzipped`, () => {
    const files = new Set(begins.flatMap((chunk) => filesOf(chunk)));
    const kb = [...files].map((file) => gzipSync(readFileSync(join(DIST, file))).length / 1000);
    const total = kb.reduce((sum, size) => sum + size, 0);
    assert.ok(total > 50, 'the chunks were not found');
    assert.ok(total <= FIRST_LOAD_MAX_KB, `${total.toFixed(1)} kB in ${files.size} files`);
  });
}

test('charts are loaded only by the pages that show them', () => {
  const first = new Set(Object.values(FIRST_LOADS).flatMap((begins) => begins.flatMap((chunk) => filesOf(chunk))));
  const withCharts = [...first].filter((file) => readFileSync(join(DIST, file), 'utf8').includes('recharts'));
  assert.deepEqual(withCharts, []);
});

/** A chunk's own file and those of everything that it imports at once. */
function filesOf(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const chunk = manifest[name];
  assert.ok(chunk, `the build has no chunk ${name}`);
  return [chunk.file, ...chunk.imports.flatMap((imported) => filesOf(imported, seen))];
}
