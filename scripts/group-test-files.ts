import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './run.ts';

/** So many share a process: reading the server's modules is most of what a small file costs. */
const TOGETHER = 8;
/** What a file imports that starts processes, browsers or machines, or changes the process that it is in. */
const ALONE =
  /boreal-process|browsed-boreal|operated-boreal|proxied-boreal|testing\/browser\.ts|incus|openstack|process\.env\[|process\.chdir|mock\.timers/;

/**
 * Puts small files that follow each other into one module, each as a suite of its own that has the file's name; the others stay as
 * they are. Modules are written to the folder of temporary files.
 */
export function groupTestFiles(files: readonly string[]): string[] {
  const grouped: string[] = [];
  let group: string[] = [];
  const end = () => {
    if (group.length === 1) grouped.push(...group);
    if (group.length > 1) grouped.push(writeGroup(group));
    group = [];
  };
  for (const file of files) {
    if (ALONE.test(readFileSync(join(ROOT, file), 'utf8'))) {
      grouped.push(file);
      continue;
    }
    group.push(file);
    if (group.length === TOGETHER) end();
  }
  end();
  return grouped;
}

function writeGroup(files: readonly string[]): string {
  const path = join(tmpdir(), `${files[0]?.replaceAll(/[\\/]/g, '-').replace(/\.test\.ts$/, '')}-and-${files.length - 1}.test.mjs`);
  const lines = [
    "import { before, describe } from 'node:test';",
    `import { keepIds, restartIds } from ${urlOf('server/src/kit/ids.ts')};`,
    "import { setImmediate } from 'node:timers/promises';",
    'let isReading = false;',
    ...files.map(suiteOf),
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Each file has a clock of its own, and ids of its time: it is read alone, and its tests go on with the ids of what it has opened. */
function suiteOf(file: string): string {
  return [
    `describe(${JSON.stringify(file)}, async () => {`,
    '  let goOn = restartIds;',
    '  before(() => goOn());',
    // Not by a promise of another suite: whatever awaits it belongs to that one, as the runner sees it.
    '  while (isReading) await setImmediate();',
    '  isReading = true;',
    '  try {',
    '    restartIds();',
    `    await import(${urlOf(file)});`,
    '    goOn = keepIds();',
    '  } finally {',
    '    isReading = false;',
    '  }',
    '});',
  ].join('\n');
}

/** As a string of JavaScript. */
function urlOf(file: string): string {
  return JSON.stringify(pathToFileURL(join(ROOT, file)).href);
}
