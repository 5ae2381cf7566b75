import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { folderStorage } from './folder-storage.ts';
import { readSealed, writeSealed } from './sealed-file.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-sealed-'));
});
after(() => rm(folder, { recursive: true }));

const key = randomBytes(32);
const seal = { key, name: 'one' };
const at = (path: string) => ({ storage: folderStorage(folder), path });
const read = (path: string, of = seal) => readSealed(at(path), of, all);

async function all(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of chunks) parts.push(part);
  return Buffer.concat(parts);
}

for (const bytes of [0, 1, 65_535, 65_536, 65_537, 131_072, 1_000_003]) {
  test(`${bytes} bytes are read back as they were written, and none of them can be seen`, async () => {
    const path = `of-${bytes}`;
    // Random, so that compression leaves them as many.
    const content = randomBytes(bytes);
    const storedBytes = await writeSealed(at(path), Readable.from([content.subarray(0, 7), content.subarray(7)]), seal);
    assert.deepEqual(await read(path), content);
    const stored = await readFile(join(folder, path));
    assert.equal(stored.length, storedBytes);
    assert.ok(bytes < 16 || !stored.includes(content.subarray(0, 16)));
    assert.ok(!stored.includes(key));
  });
}

test('another key, another name, and whatever was changed, cut off or moved, is refused', async () => {
  const path = 'whole';
  const content = randomBytes(300_000);
  await writeSealed(at(path), Readable.from([content]), seal);
  const refused = { name: 'BackupError', message: /damaged, or was made with another key/ };
  await assert.rejects(read(path, { key: randomBytes(32), name: 'one' }), refused);
  await assert.rejects(read(path, { key, name: 'two' }), refused);
  const whole = await readFile(join(folder, path));
  const chunk = 64 * 1024 + 16;
  const head = 16 + 32;
  const swapped = Buffer.concat([
    whole.subarray(0, head),
    whole.subarray(head + chunk, head + 2 * chunk),
    whole.subarray(head, head + chunk),
    whole.subarray(head + 2 * chunk),
  ]);
  const bent = Buffer.from(whole);
  bent[whole.length - 20] = (bent[whole.length - 20] ?? 0) ^ 1;
  for (const [what, bytes] of Object.entries({
    bent,
    swapped,
    'cut in the middle of a chunk': whole.subarray(0, -5),
    'cut where a chunk ends': whole.subarray(0, head + 2 * chunk),
    continued: Buffer.concat([whole, whole.subarray(head)]),
    'without its head': whole.subarray(head),
    nothing: Buffer.alloc(0),
  })) {
    await writeFile(join(folder, what), bytes);
    await assert.rejects(read(what), (error) => error instanceof Error, what);
  }
});

test('a file that could not be written whole leaves nothing, and the one before stays', async () => {
  const path = 'broken-off';
  await writeSealed(at(path), Readable.from([Buffer.from('before')]), seal);
  async function* breaking() {
    yield Buffer.from('after');
    throw new Error('the disk has gone');
  }
  await assert.rejects(writeSealed(at(path), breaking(), seal), /the disk has gone/);
  assert.equal(String(await read(path)), 'before');
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('.')),
    [],
  );
});
