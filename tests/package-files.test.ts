import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv, promisify } from 'node:util';
import { completions, environmentFile, instanceUnits, packagedWords } from '../packaging/package-files.ts';
import { readConfig, SETTINGS } from '../server/src/config.ts';
import { ROOT } from './testing/boreal-process.ts';

const run = promisify(execFile);
const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
const unit = await readFile(join(ROOT, 'packaging/boreal.service'), 'utf8');

test('the file of settings has every setting, and does nothing as it is', () => {
  const text = environmentFile(readme);
  assert.deepEqual(parseEnv(text), {});
  const named = [...text.matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  assert.deepEqual(named.toSorted(), SETTINGS.filter((name) => name !== 'BOREAL_DATA_DIR').toSorted());
});

test('whoever takes away the # of a setting gets its default', () => {
  const lines = environmentFile(readme).match(/^#[A-Z][A-Z0-9_]+=.+$/gm) ?? [];
  assert.ok(lines.length > 10, String(lines.length));
  const plain = readConfig({});
  for (const line of lines) assert.deepEqual(readConfig(parseEnv(line.slice(1))), plain, line);
});

test('the units are what systemd wants, and let nobody who takes Boreal over do much', async (t) => {
  const there = await run('systemd-analyze', ['--version']).then(
    () => true,
    () => false,
  );
  if (!there) return t.skip('systemd is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'boreal-units-'));
  try {
    const units = Object.entries({ 'boreal.service': unit, ...instanceUnits(unit) });
    for (const [name, text] of units) await writeFile(join(folder, name), text);
    for (const [name] of units) {
      const { stdout } = await run('systemd-analyze', ['security', '--offline=yes', '--no-pager', join(folder, name)]);
      const [, exposure] = /Overall exposure level for .*: (\d+\.\d+)/.exec(stdout) ?? [];
      assert.ok(Number(exposure) < 3, `${name}: ${exposure}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('removing the package disables whatever was enabled, however many processes there were', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'boreal-root-'));
  const units = join(root, 'lib/systemd/system');
  await mkdir(units, { recursive: true });
  const socket = await readFile(join(ROOT, 'packaging/clean-gpu/boreal-clean-gpu.socket'), 'utf8');
  const all = { 'boreal.service': unit, ...instanceUnits(unit), 'boreal-clean-gpu.socket': socket };
  for (const [name, text] of Object.entries(all)) await writeFile(join(units, name), text);
  try {
    const enabled = [
      'boreal-clean-gpu.socket',
      'boreal.service',
      'boreal-api@8081.service',
      'boreal-api@8082.service',
      'boreal-worker@1.service',
    ];
    const there = await run('systemctl', [`--root=${root}`, 'enable', ...enabled]).then(
      () => true,
      () => false,
    );
    if (!there) return t.skip('systemd is not installed');
    const targets = ['multi-user', 'sockets'].map((name) => join(root, `etc/systemd/system/${name}.target.wants`));
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
  assert.match(units['boreal-api@.service'] ?? '', /^Environment=BOREAL_ROLE=api BOREAL_PORT=%i BOREAL_DATA_DIR=/m);
  assert.match(units['boreal-worker@.service'] ?? '', /^Environment=BOREAL_ROLE=worker BOREAL_DATA_DIR=/m);
  for (const text of Object.values(units)) assert.match(text, /^Conflicts=boreal\.service$/m);
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
    assert.equal(await typed('setup', '--dry-run'), 'node /usr/lib/boreal/server/src/operator/main.ts setup --dry-run');
    assert.equal(await typed('host', 'list'), 'runuser -u boreal -- /usr/bin/boreal host list');
    const nobody = '#!/bin/sh\n[ "$1" = -u ] && echo 1000 || echo luc\n';
    await writeFile(join(folder, 'id'), nobody, { mode: 0o755 });
    await assert.rejects(typed('setup'), /Try: sudo boreal setup/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
