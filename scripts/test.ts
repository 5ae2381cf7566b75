// npm test: the check, then every test file on one Postgres. npm run test:file -- FILE…: only those files. The last lines are the summary
// of Node's test runner, which is all that CI reads, so nothing may be printed after it.
import { globSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { prepareTemplate } from '../server/src/db/testing.ts';
import { groupTestFiles } from './group-test-files.ts';
import { endChildrenOnSignal, ROOT, run, script, wasSignalled } from './run.ts';
import { withTestFolder } from './test-folder.ts';
import { withTestPostgres } from './test-postgres.ts';

/** Node has no limit for a file that hangs before its tests end: the runner is stopped and names it. */
const RUN_TIMEOUT_MS = 90 * 60_000;
/** From this many files on, small ones share a process. */
const MANY = 20;
/** A small file spends half its time reading the server's modules: cached in compiled form, also for the processes that tests start. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');

endChildrenOnSignal();
const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('--'));
const named = args.filter((arg) => !arg.startsWith('--'));
process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
process.exitCode = (await withTestFolder(main)) ? 0 : 1;

async function main(): Promise<boolean> {
  const files = named.length === 0 ? testFilesIn('.') : named.flatMap(filesNamed);
  if (files.length === 0) return complain('There are no test files to run.');
  const built = ['server', 'cli', 'sdk', ...(files.some(needsConsole) ? ['console'] : [])];
  if (!(await run(script('scripts/build.mjs', ...built), { show: true })).ok) return false;
  // It reports what is missing; tests that need it then fail, or are skipped, with an explanation of their own.
  await run(['sh', 'scripts/test-machine.sh'], { show: true });
  console.log('test: starting a Postgres …');
  return withTestPostgres(async (url) => {
    await prepareTemplate(url);
    const sound = named.length > 0 || (await run(script('scripts/check.ts'), { show: true })).ok;
    if (wasSignalled()) return false;
    if (!sound) console.log('test: the check FAILED, see above; so the run fails even if every test passes.');
    console.log(`test: running ${files.length} test file${files.length === 1 ? '' : 's'} …`);
    const tests = await run(script('scripts/run-test-files.ts', ...options, ...(files.length < MANY ? files : inOrder(files))), {
      show: true,
      limitMs: RUN_TIMEOUT_MS,
    });
    return sound && tests.ok && !wasSignalled();
  });
}

/** The file itself; for a folder, all test files in it. Paths are relative to where the command was typed. */
function filesNamed(name: string): string[] {
  const path = relative(ROOT, resolve(process.env['INIT_CWD'] ?? process.cwd(), name));
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (found?.isDirectory()) return testFilesIn(path === '' ? '.' : path);
  if (found?.isFile()) return [path];
  complain(`There is no test file ${name}.`);
  process.exit(1);
}

function testFilesIn(folder: string): string[] {
  const foreign = new Set(['node_modules', '.git', 'data', 'test-results']);
  const files = globSync('**/*.test.ts', { cwd: join(ROOT, folder), exclude: (name) => foreign.has(name) });
  // The console's tests run in Vitest, as part of the check.
  return files
    .map((file) => join(folder, file))
    .filter((file) => folder !== '.' || !file.startsWith(join('console', sep)))
    .sort();
}

/**
 * The order in which files start: small files share a process, and the whole-product ones, which mostly wait, are spread among those that
 * compute: three of one kind at once would leave the processor idle, or overload it. Those with their own Incus are spread as well: if
 * three machines boot at once, some exceed any time limit.
 */
function inOrder(files: readonly string[]): string[] {
  const isWhole = (file: string) => file.startsWith('tests') || hasIncus(file);
  const whole = files.filter(isWhole);
  const parts = files.filter((file) => !isWhole(file));
  const waiting = spread(
    whole.filter(hasIncus),
    whole.filter((file) => !hasIncus(file)),
  );
  const computing = spread(
    parts.filter(mostlyWaits),
    parts.filter((file) => !mostlyWaits(file)),
  );
  // Of the files that wait, the last by name take longest: started early, none of them runs alone at the end.
  return spread(groupTestFiles(computing), groupTestFiles(waiting).toReversed());
}

/** OpenStack's engine polls. */
function mostlyWaits(file: string): boolean {
  return file.includes(join('engines', 'openstack'));
}

function hasIncus(file: string): boolean {
  return /(incus-kit|test-lab|incus-cloud|incus\/lab)\.ts'/.test(readFileSync(join(ROOT, file), 'utf8'));
}

/** Distributes the first list evenly among the second. */
function spread(these: readonly string[], those: readonly string[]): string[] {
  const apart = those.length / these.length;
  return these.length === 0
    ? [...those]
    : these.flatMap((file, n) => [file, ...those.slice(Math.round(n * apart), Math.round((n + 1) * apart))]);
}

/** The console's tests use its build. */
function needsConsole(file: string): boolean {
  return file.startsWith(join('tests', 'console', sep)) || /(^|[\\/])console-[^\\/]*\.test\.ts$/.test(file);
}

function complain(sentence: string): false {
  console.error(sentence);
  return false;
}
