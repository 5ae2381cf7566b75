// Builds the console, the customers' program and SDK that the site offers, and the server's bundles, if their sources have changed since
// the last build: node scripts/build.mjs [console] [cli] [sdk] [server]; without arguments, all. npm runs it before "start", and tests run
// it before those that need its output; like install.mjs it runs on whatever Node the machine has, so it uses only Node itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const builtFrom = '.built-from';

// `inputs`: what the build reads, besides the packages in the lock file.
const parts = {
  console: {
    inputs: ['console/index.html', 'console/vite.config.ts', 'console/package.json', 'console/build', 'console/src', 'contract'],
    seconds: 20,
    command: (folder) => [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
  },
  cli: {
    inputs: ['cli', 'contract', 'package.json'],
    seconds: 1,
    command: (folder) => [join(root, 'cli/build.mjs'), folder],
  },
  sdk: {
    inputs: ['sdk', 'package.json', 'LICENSE'],
    seconds: 2,
    command: (folder) => [join(root, 'sdk/build.mjs'), folder],
  },
  server: {
    inputs: ['server/src', 'server/package.json', 'contract', 'scripts/bundle-server.mjs'],
    seconds: 2,
    command: (folder) => [join(root, 'scripts/bundle-server.mjs'), root, folder],
  },
};

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : Object.keys(parts)) buildWhenStale(name);

function buildWhenStale(name) {
  const dist = join(root, name, 'dist');
  const sources = fingerprint(parts[name].inputs);
  if (lastBuild(dist) !== sources) build(name, { dist, sources });
}

function build(name, { dist, sources }) {
  const part = parts[name];
  say(`building the ${name} (some ${part.seconds} s) …`);
  const begin = performance.now();
  // Built in a separate folder, so that a process that uses the last build meanwhile, or builds at the same time, never sees a
  // half-finished one.
  const aside = `${dist}.${process.pid}`;
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const built = spawnSync(node, part.command(aside), {
    cwd: join(root, name),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (built.status !== 0) {
    rmSync(aside, { recursive: true, force: true });
    process.stderr.write(`${built.stdout ?? ''}${built.stderr ?? ''}`);
    say(`The ${name} could not be built; why is above. Run "npm ci" and try again.`);
    process.exit(1);
  }
  writeFileSync(join(aside, builtFrom), sources);
  replace(dist, { aside, sources });
  say(`built the ${name} in ${Math.round((performance.now() - begin) / 1000)} s.`);
}

function replace(dist, { aside, sources }) {
  const old = `${dist}.old.${process.pid}`;
  if (existsSync(dist)) renameSync(dist, old);
  try {
    renameSync(aside, dist);
  } catch (error) {
    // Another process has just put its build of the same sources there.
    if (lastBuild(dist) !== sources) throw error;
    rmSync(aside, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

function lastBuild(dist) {
  const note = join(dist, builtFrom);
  return existsSync(note) ? readFileSync(note, 'utf8') : null;
}

function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const file of [...inputs, 'package-lock.json'].flatMap(filesIn).filter((name) => !/\.test\.tsx?$/.test(name))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** The file itself; for a folder, everything in it, always in the same order. */
function filesIn(name) {
  if (!statSync(join(root, name)).isDirectory()) return [name];
  const entries = readdirSync(join(root, name)).filter((entry) => !/^(?:node_modules|dist(?:\.(?:old\.)?\d+)?)$/.test(entry));
  return entries.sort().flatMap((entry) => filesIn(`${name}/${entry}`));
}

function say(text) {
  process.stderr.write(`boreal: ${text}\n`);
}
