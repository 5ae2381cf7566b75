import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readConsoleFiles, type ConsoleFile } from './console-files.ts';

const TEXT = 'export const a = 1;\n'.repeat(200);
let folder: string;
let large: ConsoleFile | undefined;
let small: ConsoleFile | undefined;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-console-files-'));
  await mkdir(join(folder, 'console-assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'console-assets/large.js'), TEXT);
  await writeFile(join(folder, 'console-assets/small.js'), 'export {};');
  const files = await readConsoleFiles(folder);
  large = files?.assets.get('large.js');
  small = files?.assets.get('small.js');
});
after(() => rm(folder, { recursive: true }));

test('a file is sent in the best coding that the client takes, and as it is to who takes none', async () => {
  const cases = [
    ['', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0.000', null],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['gzip ; q=0.5 , identity', 'gzip'],
    ['identity', null],
    ['identity;q=1, *;q=0', null],
    ['x-gzip', null],
    [`${'x'.repeat(600)}, br`, null],
  ] as const;
  for (const [header, coding] of cases) assert.equal((await large?.encoded(header))?.coding, coding, header);
  assert.equal((await small?.encoded('br, gzip'))?.coding, null, 'a small file does not get smaller');
});

test('what was coded is the file', async () => {
  const br = await large?.encoded('br');
  const gzip = await large?.encoded('gzip');
  assert.equal(brotliDecompressSync(br?.bytes ?? '').toString(), TEXT);
  assert.equal(gunzipSync(gzip?.bytes ?? '').toString(), TEXT);
});
