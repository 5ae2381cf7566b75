import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { addSshKey, statusOf, untilActive } from '../testing/boreal-process-client.ts';
import { runCommand, type CommandResult } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome, type DemoFile } from '../testing/boreal-process-home.ts';
import { bareEnvironment, freePort, until, type BorealProcess } from '../testing/boreal-process.ts';
import { openCuttingProxy, type CuttingProxy } from '../testing/cutting-proxy.ts';

// The program as customers have it: downloaded from the site of a Boreal that runs, and started as a process of its own.
let home: BorealHome;
let boreal: BorealProcess;
let proxy: CuttingProxy;
let demo: DemoFile;
let folder: string;
let cli: string;
let sshKeyId: string;
before(async () => {
  proxy = await openCuttingProxy();
  home = await makeBorealHome();
  const port = await freePort();
  boreal = await home.start({ BOREAL_PORT: String(port), SITE_URL: proxy.origin });
  proxy.passTo(`http://localhost:${port}`);
  demo = await home.demo();
  folder = await mkdtemp(join(tmpdir(), 'boreal-cli-'));
  cli = join(folder, 'boreal-cli');
  await writeFile(cli, await download('/cli/boreal-cli'));
  await chmod(cli, 0o755);
  sshKeyId = await addSshKey(boreal, rich());
});
after(async () => {
  await home.close();
  await proxy.close();
  await rm(folder, { recursive: true, force: true });
});

const rich = () => demo.customers[0].restKey;
const Servers = z.array(z.object({ id: z.string(), name: z.string() }));

interface Typing {
  readonly key?: string;
  readonly url?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

function settings({ key = rich(), url = proxy.origin, environment = {} }: Typing) {
  return { BOREAL_URL: url, BOREAL_API_KEY: key, ...environment };
}

function type(args: readonly string[], typing: Typing = {}): Promise<CommandResult> {
  return runCommand(cli, args, { environment: settings(typing), cwd: folder });
}

async function download(path: string): Promise<Buffer> {
  const answer = await fetch(`${proxy.origin}${path}`);
  assert.equal(answer.status, 200, path);
  return Buffer.from(await answer.arrayBuffer());
}

async function named(name: string): Promise<string[]> {
  const { stdout } = await type(['servers', 'list', '--json']);
  return Servers.parse(JSON.parse(stdout)).flatMap((server) => (server.name === name ? [server.id] : []));
}

const deploying = (name: string) => ['servers', 'deploy', 'l4-x1', '--ssh-key', sshKeyId, '--name', name];

test('the site’s checksum is the program’s, and the program has nothing of this machine in it', async () => {
  const bytes = await readFile(cli);
  const [sum, name] = (await download('/cli/boreal-cli.sha256')).toString().trim().split('  ');
  assert.deepEqual([sum, name], [hash('sha256', bytes), 'boreal-cli']);
  const page = await (await fetch(`${proxy.origin}/docs/cli`)).text();
  assert.ok(sum !== undefined && page.includes(sum));
  assert.ok(!bytes.toString().includes(process.cwd()));
  assert.doesNotMatch(bytes.toString(), /gpu_[0-9A-Za-z]{20}|BOREAL_SECRET|DATABASE_URL/);
});

test('the page of the command line works as it is pasted, from the download to a script that deploys and deletes', async () => {
  const page = await (await fetch(`${proxy.origin}/docs/cli`)).text();
  const blocks = [...page.matchAll(/<pre[^>]*><code>([^]*?)<\/code>/g)].map(([, code = '']) => asTyped(code));
  assert.ok(blocks.length >= 9, String(blocks.length));
  const own = join(folder, 'home');
  await mkdir(own);
  const typed = blocks
    // The key is asked for, and the login has no machine in the demo.
    .filter((block) => !block.startsWith('read -rs') && !block.includes(' servers ssh '))
    // Nobody is here to say yes.
    .map((block) => block.replaceAll(/^boreal-cli servers (?:delete first|deploy .* --name first --wait)$/gm, '$& --yes'));
  const script = ['set -euo pipefail', 'export PATH="$HOME/.local/bin:$PATH"', ...typed].join('\n');
  const environment = { ...settings({ key: rich() }), HOME: own };
  const { code, stdout, stderr } = await runCommand('bash', ['-c', script], { environment, cwd: own });
  assert.equal(code, 0, `${script}\n${stdout}\n${stderr}`);
  for (const sign of ['boreal-cli: OK', 'HOURLY', 'balance', 'ACTIVE', 'HIBERNATED', 'DELETED', 'Exit codes:']) {
    assert.ok(`${stdout}${stderr}`.includes(sign), `there is no ${sign} in:\n${stdout}\n${stderr}`);
  }
});

const FIRST_ID = 'JSON.parse(require("fs").readFileSync(0))[0].id';

test('at a terminal it shows the price and asks; no buys nothing, yes buys one', async () => {
  const no = await atTerminal(deploying('asked'), 'n\n');
  assert.equal(no.code, 4, no.shown);
  assert.match(no.shown, /CAD an hour/);
  assert.deepEqual(await named('asked'), []);
  const yes = await atTerminal(deploying('asked'), 'y\n');
  assert.equal(yes.code, 0, yes.shown);
  assert.equal((await named('asked')).length, 1);
});

test('Ctrl-C at the question does nothing', async () => {
  const { code, shown } = await atTerminal(deploying('stopped'), '\u0003');
  assert.equal(code, 130, shown);
  assert.deepEqual(await named('stopped'), []);
});

test('a deployment whose answers are lost is bought once', async () => {
  const before = proxy.count('POST');
  proxy.cut('POST', 2);
  const { code, stdout, stderr } = await type([...deploying('once'), '--yes', '--json']);
  assert.equal(code, 0, stderr);
  assert.equal(proxy.count('POST') - before, 3);
  assert.deepEqual(await named('once'), [z.object({ id: z.string() }).parse(JSON.parse(stdout)).id]);
});

test('a deployment that was never answered is bought once by the command that it names', async () => {
  proxy.cut('POST', 4);
  const lost = await type([...deploying('lost'), '--yes']);
  assert.equal(lost.code, 3, lost.stderr);
  const [, key] = /--idempotency-key (\S+)/.exec(lost.stderr) ?? [];
  assert.ok(key, lost.stderr);
  const again = await type([...deploying('lost'), '--yes', '--idempotency-key', key]);
  assert.equal(again.code, 0, again.stderr);
  assert.equal((await named('lost')).length, 1);
});

test('a refusal says why, leads to where it is mended, and ends with 1', async () => {
  const [, , broke] = demo.customers;
  const readOnly = await type(['servers', 'stop', 'srv_1'], { key: demo.customers[0].readOnlyKey });
  assert.deepEqual([readOnly.code, readOnly.stdout], [1, '']);
  assert.match(readOnly.stderr, /Unauthorized: .*read only.*\n(?:.*\n)*? {2}Request: req_/);

  const poorKey = await addSshKey(boreal, broke.restKey);
  const poor = await type(['servers', 'deploy', 'l4-x1', '--ssh-key', poorKey, '--yes'], { key: broke.restKey });
  assert.equal(poor.code, 1, poor.stderr);
  assert.ok(poor.stderr.includes(`${proxy.origin}/console/billing`), poor.stderr);

  const stranger = await type(['servers', 'list'], { key: `gpu_${'x'.repeat(40)}`, environment: { LANG: 'fr_CA.UTF-8' } });
  assert.equal(stranger.code, 1);
  assert.match(stranger.stderr, /Unauthorized: .*clé/);
  assert.ok(!stranger.stderr.includes('xxxx'));

  const gone = await type(['servers', 'show', 'srv_nothing', '--json']);
  assert.deepEqual([gone.code, gone.stdout, JSON.parse(gone.stderr).error], [1, '', 'NOT_FOUND']);
});

test('the name of the site that is not the site’s own is told, and nothing is written', async () => {
  const { code, stderr } = await type(['servers', 'reboot', 'srv_1'], { url: `http://localhost:${boreal.port}` });
  assert.equal(code, 1);
  assert.match(stderr, /FORBIDDEN_ORIGIN: .*BOREAL_URL/);
});

test('where nobody answers, it says so and ends with 3', async () => {
  const { code, stdout, stderr } = await type(['servers', 'list'], { url: `http://localhost:${await freePort()}` });
  assert.deepEqual([code, stdout], [3, '']);
  assert.match(stderr, /UNREACHABLE: .*ECONNREFUSED/);
});

test('a reader that has seen enough ends it quietly', async () => {
  const piped = await runCommand(
    'bash',
    ['-c', `set -o pipefail; ${cli} openapi | head -c 10; ${cli} plans --json | node -p '${FIRST_ID}'`],
    {
      environment: settings({}),
    },
  );
  assert.deepEqual([piped.code, piped.stderr], [0, '']);
});

test('Ctrl-C ends the wait and not the server; ssh is then given the server, and not the key', async () => {
  const child = spawn(cli, [...deploying('waited'), '--yes', '--wait'], { env: { ...bareEnvironment(), ...settings({}) } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await until('it waits', 60_000, () => /^\d+ s: /m.test(err));
  child.kill('SIGINT');
  assert.deepEqual([await ended, out], [130, ''], err);
  const [id = ''] = await named('waited');
  assert.ok(err.includes(`servers show ${id}`), err);
  await untilActive(boreal, rich(), id);

  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'ssh'), '#!/bin/sh\necho "ssh $*"; env; exit 3\n', { mode: 0o755 });
  const login = await type(['servers', 'ssh', id, '--', 'nvidia-smi'], { environment: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } });
  assert.equal(login.code, 3, login.stderr);
  assert.match(login.stdout, new RegExp(`^ssh -p \\d+ -l \\w+ -o HostKeyAlias=${id} -- [\\d.]+ nvidia-smi$`, 'm'));
  assert.ok(!login.stdout.includes(rich()));

  const stopped = await type(['servers', 'stop', id, '--wait', '--json']);
  assert.deepEqual([stopped.code, JSON.parse(stopped.stdout).status], [0, 'STOPPED'], stopped.stderr);
  const events = await type(['servers', 'events', id]);
  assert.match(events.stdout, /^CREATEDAT +LEVEL +TOSTATUS +MESSAGE$/m);
  assert.equal((await type(['servers', 'delete', id])).code, 4);
  assert.equal(await statusOf(boreal, rich(), id), 'STOPPED');
});

/** Types a command where there is a terminal, and then what is answered to its question. */
async function atTerminal(args: readonly string[], answer: string): Promise<{ code: number | null; shown: string }> {
  const command = [cli, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: { ...bareEnvironment(), ...settings({}) } });
  let shown = '';
  child.stdout.on('data', (bytes: Buffer) => (shown += bytes.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await until('it asks', 60_000, () => shown.includes('[y/N]'));
  child.stdin.write(answer);
  return { code: await ended, shown };
}

function asTyped(code: string): string {
  return code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
