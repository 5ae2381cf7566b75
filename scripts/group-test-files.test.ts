import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { groupTestFiles } from './group-test-files.ts';
import { ROOT } from './run.ts';

async function inFolder(files: Readonly<Record<string, string>>, use: (paths: string[]) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-groups-'));
  const paths = await Promise.all(
    Object.entries(files).map(async ([name, body]) => {
      await writeFile(
        join(folder, name),
        `import assert from 'node:assert/strict';\nimport { after, before, test } from 'node:test';\n${body}\n`,
      );
      return relative(ROOT, join(folder, name));
    }),
  );
  await use(paths).finally(() => rm(folder, { recursive: true }));
}

/** What Node's runner says of these files. */
function runs(files: readonly string[]): Promise<{ ok: boolean; said: string }> {
  // A test's process tells the runner above it of its tests, which these are not.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) =>
    execFile(process.execPath, ['--test', '--test-reporter=spec', ...files], { cwd: ROOT, env }, (error, stdout) =>
      resolve({ ok: error === null, said: stdout }),
    ),
  );
}

test('each file is a suite of its own, with what it does before and after, and one that fails is named', async () => {
  const own = (name: string) =>
    `globalThis.open ??= 0; before(() => { globalThis.open += 1; }); after(() => { globalThis.open -= 1; });
     test('${name} is alone', () => assert.equal(globalThis.open, 1));`;
  const files = { 'a.test.mjs': own('a'), 'b.test.mjs': own('b'), 'c.test.mjs': "test('c fails', () => assert.fail('on purpose'));" };
  await inFolder(files, async (paths) => {
    const [group, ...rest] = groupTestFiles(paths);
    assert.ok(group);
    assert.deepEqual(rest, []);
    const { ok, said } = await runs([group]);
    assert.equal(ok, false);
    assert.match(said, /pass 2\n.*fail 1\n/);
    assert.match(said, /test at \S*c\.test\.mjs:3:1\n✖ c fails/);
  });
});

test('each file has ids of its own time, which go on from those that it made when it was read', async () => {
  const ids = JSON.stringify(pathToFileURL(join(ROOT, 'server/src/kit/ids.ts')).href);
  const own = (year: number) =>
    `import { newId } from ${ids};
     const at = new Date('${year}-01-01T00:00:00Z');
     const opened = newId('server', at);
     await new Promise((resolve) => setTimeout(resolve, 20));
     for (const name of ['one', 'two', 'three', 'four', 'five']) test(name, () => {
       assert.equal(newId('server', at).slice(0, 14), opened.slice(0, 14));
       assert.ok(newId('server', at) > opened);
     });`;
  await inFolder({ 'a.test.mjs': own(2030), 'b.test.mjs': own(2026), 'c.test.mjs': own(2028) }, async (paths) => {
    const { ok, said } = await runs(groupTestFiles(paths));
    assert.ok(ok, said);
    assert.match(said, /pass 15\n/);
  });
});

test('a file that cannot be read fails the run', async () => {
  await inFolder({ 'a.test.mjs': "test('a', () => {});", 'b.test.mjs': "import './is-not-there.mjs';" }, async (paths) => {
    const { ok, said } = await runs(groupTestFiles(paths));
    assert.equal(ok, false);
    assert.match(said, /is-not-there/);
  });
});

test('what starts processes or browsers keeps a process of its own, and no file is left out', async () => {
  const starts = "import { makeBorealHome } from './testing/boreal-process-home.ts';";
  const files = {
    'a.test.mjs': '',
    'b.test.mjs': starts,
    'c.test.mjs': '',
    ...Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`d${n}.test.mjs`, ''])),
  };
  await inFolder(files, async (paths) => {
    const grouped = groupTestFiles(paths);
    assert.deepEqual(
      grouped.filter((path) => paths.includes(path)),
      paths.slice(1, 2),
    );
    const modules = await Promise.all(grouped.filter((path) => !paths.includes(path)).map((path) => readFile(path, 'utf8')));
    assert.deepEqual(
      modules.flatMap((text) => [...text.matchAll(/^describe\("([^"]+)"/gm)].map(([, path]) => path)),
      paths.filter((_, n) => n !== 1),
    );
  });
});
