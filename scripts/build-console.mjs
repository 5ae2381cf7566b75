// Builds the console when its sources have changed since the last build. npm runs it before "start", and tests run it before those
// that need a browser; like install.mjs on whatever Node the machine has, so it uses only Node itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const dist = join(root, 'console', 'dist');
const builtFrom = '.built-from';
// What the build reads, besides the packages in the lock file.
const inputs = [
  'console/index.html',
  'console/vite.config.ts',
  'console/package.json',
  'console/build',
  'console/src',
  'contract',
  'package-lock.json',
];

const sources = fingerprint();
if (lastBuild() !== sources) build();

function build() {
  say('building the console (some 20 s) …');
  const begin = performance.now();
  // Built in a separate folder, so that a process that serves the last build meanwhile, or builds at the same time, never sees half
  // of one.
  const aside = `${dist}.${process.pid}`;
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const built = spawnSync(node, [vite, 'build', '--outDir', aside, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: join(root, 'console'),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (built.status !== 0) {
    rmSync(aside, { recursive: true, force: true });
    process.stderr.write(`${built.stdout ?? ''}${built.stderr ?? ''}`);
    say('The console could not be built; what Vite says is above. Run "npm ci" and try again.');
    process.exit(1);
  }
  writeFileSync(join(aside, builtFrom), sources);
  replace(aside);
  say(`built the console in ${Math.round((performance.now() - begin) / 1000)} s.`);
}

function replace(aside) {
  const old = `${dist}.old.${process.pid}`;
  if (existsSync(dist)) renameSync(dist, old);
  try {
    renameSync(aside, dist);
  } catch (error) {
    // Another process has just put its build of the same sources there.
    if (lastBuild() !== sources) throw error;
    rmSync(aside, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

function lastBuild() {
  const note = join(dist, builtFrom);
  return existsSync(note) ? readFileSync(note, 'utf8') : null;
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesIn).filter((name) => !/\.test\.tsx?$/.test(name))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** The file itself; for a folder, everything in it, always in the same order. */
function filesIn(name) {
  if (!statSync(join(root, name)).isDirectory()) return [name];
  const entries = readdirSync(join(root, name)).filter((entry) => entry !== 'node_modules');
  return entries.sort().flatMap((entry) => filesIn(`${name}/${entry}`));
}

function say(text) {
  process.stderr.write(`boreal: ${text}\n`);
}
