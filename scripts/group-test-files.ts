import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './run.ts';

/** How many files share a process: reading the server's modules is most of a small file's cost. */
const TOGETHER = 8;
/** Imports of files that start processes, browsers or machines, or that change their own process. */
const ALONE =
  /boreal-process|browsed-boreal|operated-boreal|proxied-boreal|testing\/browser\.ts|incus|openstack|process\.env\[|process\.chdir|mock\.timers/;

/**
 * Puts consecutive small files into one module, each as its own suite named after the file; the others stay as they are. Modules are
 * written to the folder of temporary files.
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

/** Each file has its own clock, and ids of its time: it is loaded alone, and its tests continue with the ids of that moment. */
function suiteOf(file: string): string {
  return [
    `describe(${JSON.stringify(file)}, async () => {`,
    '  let goOn = restartIds;',
    '  before(() => goOn());',
    // Not a promise of another suite: the runner attributes whatever awaits it to that suite.
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
