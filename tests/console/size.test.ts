import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { readAssets } from '../../server/src/site/assets.ts';
import { ROOT } from '../house/sources.ts';

const DIST = join(ROOT, 'console/dist');
const ASSETS = join(DIST, 'console-assets');

/** What a page may ask for before it can be read: each request costs a telephone 150 ms. */
const FILES_MAX = 12;
/** kB, compressed: at 1.6 Mbit/s a second is 200. */
const OVERVIEW_MAX_KB = 180;
const SIGN_IN_MAX_KB = 206;
const PAGE_MAX_KB = 290;
const STYLES_MAX_KB = 24;

const Chunk = z.object({ file: z.string(), imports: z.array(z.string()).default([]), dynamicImports: z.array(z.string()).default([]) });
const manifest = z.record(z.string(), Chunk).parse(JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')));
const PageChunks = z.array(z.object({ path: z.string(), scripts: z.array(z.string()) }));
const pages = PageChunks.parse(JSON.parse(readFileSync(join(DIST, 'page-chunks.json'), 'utf8')));
const page = readFileSync(join(DIST, 'index.html'), 'utf8');
const styles = [...page.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(([, file = '']) => file);
/** What the overview loads by itself as soon as it is there. */
const AFTER_OVERVIEW = ['src/pages/billing/spend-chart.tsx'];

test('no page asks for more than a dozen scripts and styles', () => {
  assert.ok(pages.length > 40, 'the pages were not found');
  const many = pages.map(({ path }) => ({ path, files: scriptsOf(path).length + styles.length })).filter(({ files }) => files > FILES_MAX);
  assert.deepEqual(many, []);
});

test('no two scripts need each other: the one that begins first would find nothing of the other, on some pages only', () => {
  const isOver = new Set<string>();
  const circles: string[] = [];
  const visit = (key: string, path: readonly string[]) => {
    if (path.includes(key)) circles.push([...path.slice(path.indexOf(key)), key].join(' → '));
    if (path.includes(key) || isOver.has(key)) return;
    for (const imported of manifest[key]?.imports ?? []) visit(imported, [...path, key]);
    isOver.add(key);
  };
  for (const key of Object.keys(manifest)) visit(key, []);
  assert.ok(isOver.size > 40, 'the scripts were not found');
  assert.deepEqual(circles, []);
});

test('the overview is at most 180 kB of script, with its chart and all that follows it', () => {
  const files = new Set([...scriptsOf('/console'), ...AFTER_OVERVIEW.flatMap((name) => filesOf(name))]);
  assert.ok(files.size > 4 && files.size + styles.length <= FILES_MAX, [...files].join(' '));
  assertLight('/console', [...files], OVERVIEW_MAX_KB);
});

test('no page is heavier than its budget', () => {
  assertLight('/login', scriptsOf('/login'), SIGN_IN_MAX_KB);
  for (const { path } of pages) assertLight(path, scriptsOf(path), PAGE_MAX_KB);
  assert.equal(styles.length, 1);
  assertLight('the styles', styles, STYLES_MAX_KB);
});

test('charts are loaded only once there is something to read', () => {
  const charts = filesOf('src/pages/billing/spend-chart.tsx').filter((file) => !scriptsOf('/login').includes(file));
  assert.ok(
    charts.some((file) => /\/charts-/.test(file)),
    charts.join(' '),
  );
  const drawing = charts.filter((file) => /\/(charts|spend-chart)-/.test(file));
  assert.deepEqual(
    ['/console', '/console/billing', '/login', '/console/servers/$serverId/{-$tab}']
      .flatMap((path) => scriptsOf(path))
      .filter((file) => drawing.includes(file)),
    [],
  );
});

describe('what is built', () => {
  test('is there compressed, twice, and is the same', () => {
    for (const name of readdirSync(ASSETS).filter((file) => /\.(js|css)$/.test(file))) {
      const bytes = readFileSync(join(ASSETS, name));
      if (bytes.length < 1000) continue;
      assert.ok(brotliDecompressSync(readFileSync(join(ASSETS, `${name}.br`))).equals(bytes), name);
      assert.ok(gunzipSync(readFileSync(join(ASSETS, `${name}.gz`))).equals(bytes), name);
    }
  });

  test('has the style of every component of the library that it shows', () => {
    const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
    const used = new Set(scripts.flatMap((name) => readFileSync(join(ASSETS, name), 'utf8').match(/\bm_[0-9a-f]{6,8}\b/g) ?? []));
    const all = readFileSync(join(ROOT, 'node_modules/@mantine/core/styles.css'), 'utf8');
    const ours = readFileSync(join(DIST, styles[0] ?? ''), 'utf8');
    assert.ok(used.size > 50, 'the library names its classes otherwise now');
    const missing = [...used].filter((name) => all.includes(`.${name}`) && !ours.includes(`.${name}`));
    assert.deepEqual(missing, [], 'add the styles of these components to console/src/app/mantine.css');
  });

  test('has the typeface of the site, at its address', () => {
    assert.ok(readFileSync(join(DIST, styles[0] ?? ''), 'utf8').includes(readAssets().font.path));
  });
});

/** The entry's files and those that the server names for a page. */
function scriptsOf(path: string): string[] {
  const own = pages.find((one) => one.path === path);
  assert.ok(own, `there is no page ${path}`);
  return [...new Set([...filesOf('index.html'), ...own.scripts])];
}

/** A chunk's own file and those of everything that it imports at once. */
function filesOf(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const chunk = manifest[name];
  assert.ok(chunk, `the build has no chunk ${name}`);
  return [chunk.file, ...chunk.imports.flatMap((imported) => filesOf(imported, seen))];
}

function assertLight(name: string, files: readonly string[], maxKb: number): void {
  const kb = files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000;
  assert.ok(kb > 10, `${name}: its files were not found`);
  assert.ok(kb <= maxKb, `${name} has ${kb.toFixed(1)} kB in ${files.length} files, more than ${maxKb}`);
}

/** As it is sent to a browser that takes Brotli. */
function sizeOf(file: string): number {
  const compressed = join(DIST, `${file}.br`);
  return readFileSync(existsSync(compressed) ? compressed : join(DIST, file)).length;
}
