import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { parseEnv, promisify } from 'node:util';
import {
  completions,
  documentAt,
  environmentFile,
  instanceUnits,
  isDocument,
  packagedLinks,
  packagedWords,
} from '../../packaging/package-files.ts';
import { readConfig, SETTINGS } from '../../server/src/config.ts';
import { attemptCommand } from '../../server/src/operator/testing.ts';
import { ROOT } from '../testing/boreal-process.ts';

const run = promisify(execFile);
const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
const unit = await readFile(join(ROOT, 'packaging/boreal.service'), 'utf8');

test('the file of settings has every setting, and does nothing as it is', () => {
  const text = environmentFile(readme);
  assert.deepEqual(parseEnv(text), {});
  const named = [...text.matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  // The unit and the image set these for each process.
  const own = ['BOREAL_DATA_DIR', 'BOREAL_HEARTBEAT'];
  assert.deepEqual(named.toSorted(), SETTINGS.filter((name) => !own.includes(name)).toSorted());
});

test('whoever takes away the # of a setting gets its default', () => {
  const lines = environmentFile(readme).match(/^#[A-Z][A-Z0-9_]+=.+$/gm) ?? [];
  assert.ok(lines.length > 10, String(lines.length));
  const plain = readConfig({});
  for (const line of lines) assert.deepEqual(readConfig(parseEnv(line.slice(1))), plain, line);
});

test('the units are what systemd wants, start programs that the package has, and let nobody who takes them over do much', async (t) => {
  if (!(await hasSystemd())) return t.skip('systemd is not installed');
  const root = await unitsIn('usr/bin/env', 'usr/bin/boreal', 'usr/lib/boreal/bin/node', 'usr/lib/boreal/clean-gpu-request');
  try {
    for (const name of await readdir(join(root, UNITS))) {
      const instance = name.replace('@.', '@8081.');
      const said = await run('systemd-analyze', ['verify', `--root=${root}`, '--man=no', '--recursive-errors=no', instance]);
      assert.equal(said.stdout + said.stderr, '', name);
      if (!name.endsWith('.service')) continue;
      const { stdout } = await run('systemd-analyze', ['security', '--offline=yes', '--no-pager', join(root, UNITS, name)]);
      const [, exposure] = /Overall exposure level for .*: (\d+\.\d+)/.exec(stdout) ?? [];
      // The driver of GPUs wants root, and its devices.
      assert.ok(Number(exposure) < (name === 'boreal-clean-gpu@.service' ? 6 : 3), `${name}: ${exposure}`);
    }
  } finally {
    await rm(root, { recursive: true });
  }
});

test('systemd finds a setting of a unit that is misspelt, and a program that is not there', async (t) => {
  if (!(await hasSystemd())) return t.skip('systemd is not installed');
  const root = await unitsIn('usr/bin/boreal');
  try {
    const verify = (name: string) => run('systemd-analyze', ['verify', `--root=${root}`, '--man=no', '--recursive-errors=no', name]);
    const doctor = join(root, UNITS, 'boreal-doctor.service');
    assert.equal((await verify('boreal-doctor.service')).stderr, '');
    await writeFile(doctor, (await readFile(doctor, 'utf8')).replace('ProtectHome', 'ProtectHoem'));
    await assert.rejects(verify('boreal-doctor.service'), /Unknown key 'ProtectHoem'/);
    await assert.rejects(verify('boreal.service'), /bin\/node is not executable/);
  } finally {
    await rm(root, { recursive: true });
  }
});

const UNITS = 'lib/systemd/system';

function hasSystemd(): Promise<boolean> {
  return run('systemd-analyze', ['--version']).then(
    () => true,
    () => false,
  );
}

/** A root with all units of the package, and these programs. */
async function unitsIn(...programs: readonly string[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'boreal-root-'));
  await mkdir(join(root, UNITS), { recursive: true });
  for (const [name, text] of Object.entries({ 'boreal.service': unit, ...instanceUnits(unit) }))
    await writeFile(join(root, UNITS, name), text);
  for (const folder of ['timers', 'clean-gpu'])
    for (const name of globSync('*.{service,socket,timer}', { cwd: join(ROOT, 'packaging', folder) }))
      await cp(join(ROOT, 'packaging', folder, name), join(root, UNITS, name));
  for (const program of programs) {
    await mkdir(dirname(join(root, program)), { recursive: true });
    await writeFile(join(root, program), '#!/bin/sh\n', { mode: 0o755 });
  }
  return root;
}

test('removing the package disables whatever was enabled, however many processes there were', async (t) => {
  const root = await unitsIn();
  const timers = globSync('*.timer', { cwd: join(root, UNITS) });
  try {
    const enabled = [
      'boreal-clean-gpu.socket',
      'boreal.service',
      'boreal-api@8081.service',
      'boreal-api@8082.service',
      'boreal-worker@1.service',
      ...timers,
    ];
    const there = await run('systemctl', [`--root=${root}`, 'enable', ...enabled]).then(
      () => true,
      () => false,
    );
    if (!there) return t.skip('systemd is not installed');
    const targets = ['multi-user', 'sockets', 'timers'].map((name) => join(root, `etc/systemd/system/${name}.target.wants`));
    const wanted = async () => (await Promise.all(targets.map((folder) => readdir(folder).catch(() => [])))).flat();
    assert.deepEqual((await wanted()).toSorted(), enabled.toSorted());
    const prerm = await readFile(join(ROOT, 'packaging/prerm'), 'utf8');
    const [, named = ''] = /systemctl disable (.*) \|\| true/.exec(prerm) ?? [];
    await run('systemctl', [`--root=${root}`, 'disable', ...named.split(' ')]);
    assert.deepEqual(await wanted(), []);
  } finally {
    await rm(root, { recursive: true });
  }
});

test('processes side by side have roles of their own, and never run beside the one that does all', () => {
  const units = instanceUnits(unit);
  const program = '/usr/lib/boreal/bin/node server/dist/main.js';
  // Not by Environment=, before which the settings come that all of them read.
  assert.ok(units['boreal-api@.service']?.includes(`\nExecStart=/usr/bin/env BOREAL_ROLE=api BOREAL_PORT=%i ${program}\n`));
  assert.ok(units['boreal-worker@.service']?.includes(`\nExecStart=/usr/bin/env BOREAL_ROLE=worker ${program}\n`));
  for (const text of Object.values(units)) assert.match(text, /^Conflicts=boreal\.service$/m);
});

test('what looks each day or week is an existing command, as Boreal’s own user', async () => {
  const folder = join(ROOT, 'packaging/timers');
  const names = await readdir(folder);
  const services = names.filter((name) => name.endsWith('.service'));
  assert.deepEqual(
    services.map((name) => name.replace('.service', '.timer')).toSorted(),
    names.filter((name) => name.endsWith('.timer')).toSorted(),
  );
  const guides = await documentsOf();
  for (const name of services) {
    const text = await readFile(join(folder, name), 'utf8');
    assert.match(text, /^User=boreal$/m);
    const [, command = ''] = /^ExecStart=\/usr\/bin\/boreal (.+)$/m.exec(text) ?? [];
    const help = await attemptCommand([...command.split(' '), '--help'], {});
    assert.ok(help.code === 0 && help.out.startsWith(`Usage: npm run operator -- ${command}`), `${command}: ${help.out}${help.err}`);
    const timer = name.replace('.service', '.timer');
    assert.ok(
      [...guides.values()].some((guide) => guide.includes(`systemctl enable --now ${timer}`)),
      `a guide tells of ${timer}`,
    );
  }
});

/** Every document of the package as the repository has it. */
async function documentsOf(): Promise<ReadonlyMap<string, string>> {
  const files = globSync(['*.md', 'docs/**/*'], { cwd: ROOT, withFileTypes: true });
  const names = files.filter((one) => one.isFile()).map((one) => relative(ROOT, join(one.parentPath, one.name)));
  const texts = names.filter(isDocument).map(async (name) => [name, await readFile(join(ROOT, name), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

test('every link of a packaged document leads to another, or is words', async () => {
  const documents = await documentsOf();
  const places = [...documents.keys()].map(documentAt);
  assert.ok(places.includes('README.md') && places.includes('runbooks/BorealDown.md') && !places.some((place) => place.startsWith('adr/')));
  let links = 0;
  for (const [file, text] of documents) {
    if (!file.endsWith('.md')) continue;
    const packaged = packagedLinks(text, { file, documents: [...documents.keys()] });
    for (const [, target = ''] of packaged.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:[a-z]+:|#)/.test(target)) continue;
      links += 1;
      const to = join(dirname(documentAt(file)), target.split('#')[0] ?? '');
      assert.ok(
        places.some((place) => place === to || place.startsWith(`${to}/`)),
        `${file}: ${target}`,
      );
    }
  }
  assert.ok(links > 100, String(links));
  const options = { file: 'docs/operators-guide-access.md', documents: ['README.md', 'docs/operators-guide-access.md'] };
  assert.equal(
    packagedLinks('The [README](../README.md#configuration), [why](adr/0001.md)', options),
    'The [README](README.md#configuration), why',
  );
});

test('an installed Boreal sends nobody to npm or to the repository’s folders', async () => {
  const files = globSync('server/src/{operator,start,db,core,worker,config*}{/**/*,}.ts', { cwd: ROOT });
  assert.ok(files.length > 100, String(files.length));
  for (const file of files.filter((name) => !/\.test\.ts$|\/testing/.test(name))) {
    const text = packagedWords(await readFile(join(ROOT, file), 'utf8')).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    assert.doesNotMatch(text, /npm (?:start|run)|docs\/operators-guide/, file);
  }
});

test('figures of several processes have an address each, as the guide has it typed', async () => {
  const read = (guide: string) => readFile(join(ROOT, 'docs', guide), 'utf8');
  const [, named = ''] = /^systemctl enable --now (boreal-api@.*)$/m.exec(await read('operators-guide-install.md')) ?? [];
  const units = named.split(' ').map((name) => [name.split('@')[0] ?? '', name.split('@')[1] ?? ''] as const);
  const typed = [
    ...(await read('operators-guide-monitoring.md')).matchAll(/^(printf .*) >\/etc\/systemd\/system\/(.*)@\.service\.d\/metrics\.conf$/gm),
  ];
  assert.deepEqual([units.length, typed.length], [4, 2]);
  const addresses: string[] = [];
  for (const [kind, instance] of units) {
    const [, command = ''] = typed.find(([, , of]) => of === kind) ?? [];
    const { stdout } = await run('sh', ['-c', command]);
    const [, address = ''] = /^\[Service\]\nEnvironment=BOREAL_METRICS=(\S+)\n$/.exec(stdout.replaceAll('%i', instance)) ?? [];
    assert.notEqual(readConfig({ BOREAL_METRICS: address }).metrics, null, `${kind}@${instance}: ${stdout}`);
    addresses.push(address);
  }
  assert.equal(new Set(addresses).size, 4, addresses.join());
});

test('a package speaks of its own command', () => {
  assert.equal(packagedWords('See: npm run operator -- host list'), 'See: boreal host list');
  assert.equal(packagedWords('runbook: docs/runbooks/BorealDown.md'), 'runbook: /usr/share/doc/boreal/runbooks/BorealDown.md');
  assert.equal(packagedWords('npm run --silent operator -- server list --json'), 'boreal server list --json');
});

test('bash completes nouns, and the verbs of a noun', async () => {
  const script = completions(
    new Map([
      ['host', ['list', 'limit']],
      ['gpu', ['list']],
      ['setup', ['--site', '--smtp', '--dry-run']],
    ]),
  );
  const complete = async (...words: readonly string[]) => {
    const ask = `${script}COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _boreal; echo "\${COMPREPLY[*]}"`;
    return (await run('bash', ['-c', ask])).stdout.trim();
  };
  assert.equal(await complete('boreal', ''), 'host gpu setup');
  assert.equal(await complete('boreal', 'setup', '--s'), '--site --smtp');
  assert.equal(await complete('boreal', 'setup', '--site', 'https://gpu.example.com', '--d'), '--dry-run');
  assert.equal(await complete('boreal', 'host', 'li'), 'list limit');
  assert.equal(await complete('boreal', 'gpu', 'list', ''), '');
});

test('the package’s command sets a machine up as root, and does everything else as Boreal’s user', async () => {
  const script = await readFile(join(ROOT, 'packaging/boreal.sh'), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'boreal-command-'));
  try {
    // Each program says what it was called with; who asks is root.
    const said = (name: string) => `#!/bin/sh\necho "${name} $*"\n`;
    const stubs = { id: '#!/bin/sh\n[ "$1" = -u ] && echo 0 || echo root\n', runuser: said('runuser'), node: said('node') };
    for (const [name, text] of Object.entries(stubs)) await writeFile(join(folder, name), text, { mode: 0o755 });
    await writeFile(join(folder, 'boreal'), script.replaceAll('/usr/lib/boreal/bin/node', join(folder, 'node')), { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const typed = async (...words: readonly string[]) => (await run('sh', [join(folder, 'boreal'), ...words], { env })).stdout.trim();
    assert.equal(await typed('setup', '--dry-run'), 'node /usr/lib/boreal/server/dist/operator.js setup --dry-run');
    assert.equal(await typed('host', 'list'), 'runuser -u boreal -- /usr/bin/boreal host list');
    const nobody = '#!/bin/sh\n[ "$1" = -u ] && echo 1000 || echo luc\n';
    await writeFile(join(folder, 'id'), nobody, { mode: 0o755 });
    await assert.rejects(typed('setup'), /Try: sudo boreal setup/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
