import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { zipParts, type ZippedFile } from './zip.ts';

const folder = await mkdtemp(join(tmpdir(), 'boreal-zip-'));
after(() => rm(folder, { recursive: true }));

async function* files(made: string[] = []): AsyncGenerator<ZippedFile> {
  for (const name of ['INV-000001.pdf', 'INV-000002.pdf']) {
    made.push(name);
    yield { name, at: new Date('2026-03-01T12:00:00Z'), bytes: Buffer.from(`%PDF- ${name}`) };
  }
}

async function whole(parts: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

/** What another program than ours makes of it, or why it cannot. */
async function unzipped(bytes: Buffer): Promise<unknown> {
  const path = join(folder, 'all.zip');
  await writeFile(path, bytes);
  const program = `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, i.date_time[:3], z.read(i).decode()] for i in z.infolist()]))`;
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program, path], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test('files come out of the archive as they went in, and the same files make the same archive', async () => {
  const bytes = await whole(zipParts(files()));
  assert.deepEqual(await unzipped(bytes), [
    ['INV-000001.pdf', [2026, 3, 1], '%PDF- INV-000001.pdf'],
    ['INV-000002.pdf', [2026, 3, 1], '%PDF- INV-000002.pdf'],
  ]);
  assert.deepEqual(await whole(zipParts(files())), bytes);
});

test('a file is made when those before it have been read, and an archive that is given up makes no more', async () => {
  const made: string[] = [];
  const parts = zipParts(files(made));
  await parts.next();
  assert.deepEqual(made, ['INV-000001.pdf']);
  await parts.return(undefined);
  assert.deepEqual(made, ['INV-000001.pdf']);
});

test('what fails while it is made fails the archive', async () => {
  async function* failing(): AsyncGenerator<ZippedFile> {
    yield* files();
    throw new Error('no more');
  }
  await assert.rejects(whole(zipParts(failing())), /no more/);
});
