import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readConsoleFiles, type ConsoleFile, type ConsoleFiles } from './console-files.ts';

const TEXT = 'export const a = 1;\n'.repeat(200);
let folder: string;
let files: ConsoleFiles | null;
let built: ConsoleFile | undefined;
let large: ConsoleFile | undefined;
let small: ConsoleFile | undefined;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-console-files-'));
  await mkdir(join(folder, 'console-assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'console-assets/large.js'), TEXT);
  await writeFile(join(folder, 'console-assets/small.js'), 'export {};');
  await writeFile(join(folder, 'console-assets/built.js'), TEXT);
  await writeFile(join(folder, 'console-assets/built.js.br'), brotliCompressSync(TEXT));
  const pages = [
    { path: '/console', scripts: ['console-assets/overview.js'] },
    { path: '/console/agents/$keyId', scripts: ['console-assets/agent.js'] },
    { path: '/console/agents/new', scripts: ['console-assets/new-agent.js'] },
    { path: '/console/servers/$serverId/{-$tab}', scripts: ['console-assets/server.js'] },
  ];
  await writeFile(join(folder, 'page-chunks.json'), JSON.stringify(pages));
  files = await readConsoleFiles(folder);
  built = files?.assets.get('built.js');
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

test('what the build has compressed is sent as it is, and what it has not is compressed here', async () => {
  assert.deepEqual((await built?.encoded('br'))?.bytes, brotliCompressSync(TEXT));
  const gzip = await built?.encoded('gzip');
  assert.equal(gunzipSync(gzip?.bytes ?? '').toString(), TEXT);
  assert.equal(files?.assets.has('built.js.br'), false, 'it is no file of its own');
});

test('each page names its own scripts: a fixed address before one with a name in it', () => {
  const cases = [
    ['/console', 'overview'],
    ['/console/', 'overview'],
    ['/console/agents/new', 'new-agent'],
    ['/console/agents/key_1', 'agent'],
    ['/console/servers/srv_1', 'server'],
    ['/console/servers/srv_1/firewall', 'server'],
  ] as const;
  for (const [path, name] of cases) assert.deepEqual(files?.scriptsOf(path), [`/console-assets/${name}.js`], path);
  for (const path of ['/', '/console/agents', '/console/servers/srv_1/firewall/more', '/login'])
    assert.deepEqual(files?.scriptsOf(path), [], path);
});
