import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { z } from 'zod';
import { CACHE } from '../../dev/incus/lab.ts';
import { asLvm } from '../../server/src/engines/incus/testing/as-lvm.ts';
import { startIncusProxy } from '../../server/src/engines/incus/testing/incus-proxy.ts';
import { startTestLab } from '../../server/src/engines/incus/testing/test-lab.ts';
import { startSmtpServer } from '../../server/src/mail/testing.ts';
import { bareEnvironment, freePort } from './boreal-process.ts';
import type { DebianRoot } from './debian-root.ts';
import { answersFor, sshFromOutside } from './set-up-box.ts';

const run = promisify(execFile);
const SETTINGS = 'etc/boreal/boreal.env';

/** A bare Debian with an Incus on which nothing is set up, where the package's socket of it is. */
export interface PackagedBox {
  /** The answers that `boreal setup` needs here. */
  readonly flags: readonly string[];
  /** What of the box is elsewhere than on a machine of its own: typed once the package has brought its settings. */
  settle(): Promise<void>;
  readonly port: number;
  ssh(at: { ip: string; port: number; user: string }, command: string): Promise<string>;
  log(): Promise<string>;
  close(): Promise<void>;
}

/** Gives a Debian root an Incus, a mail server, and what stands for systemd: it starts Boreal by the lines of its unit, as its user. */
export async function makePackagedBox(debian: DebianRoot): Promise<PackagedBox> {
  const lab = await startTestLab({ furnished: false });
  const inside = (path: string) => join(debian.path, path);
  // Debian's package of Incus has this group, and lets nobody else in.
  await debian.run('groupadd', '--system', 'incus-admin');
  await mkdir(inside('var/lib/incus'), { recursive: true });
  const proxy = await startIncusProxy({ socketPath: inside('var/lib/incus/unix.socket'), to: lab.socketPath });
  asLvm(proxy);
  await debian.run('chgrp', 'incus-admin', '/var/lib/incus/unix.socket');
  await chmod(proxy.socketPath, 0o660);
  const relay = createServer((near) => {
    const far = connect(lab.hostRelay);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(inside('run/host.sock'), resolve));
  await chmod(inside('run/host.sock'), 0o666);
  const smtp = await startSmtpServer();
  const port = await freePort();
  const systemd = await startSystemd(debian);
  const folder = await mkdtemp(join(tmpdir(), 'boreal-box-'));
  const sshKey = join(folder, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'box', '-f', sshKey]);
  await copyFile(`${sshKey}.pub`, inside('root/key.pub'));
  const inIncus = { ...bareEnvironment(), INCUS_SOCKET: lab.socketPath, INCUS_CONF: join(folder, 'incus') };
  // In place of the images on the internet. It would wait for a description on its standard input.
  await run('sh', ['-c', `exec incus image import ${CACHE}/meta.tar ${CACHE}/root.tar --alias guest </dev/null`], { env: inIncus });
  return {
    port,
    flags: answersFor({ port, smtpUrl: smtp.url, backupFolder: '/var/backups/boreal', publicKey: '/root/key.pub' }),
    settle: () => appendFile(inside(SETTINGS), `# Of the box\nBOREAL_PORT=${port}\nINCUS_PROBE_PROXY=unix:///run/host.sock\n`),
    ssh: (at, command) => sshFromOutside({ lab, sshKey }, at, command),
    log: systemd.log,
    async close() {
      await systemd.close();
      await proxy.close();
      relay.close();
      await smtp.close();
      await lab.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The package's own Node asks for what systemd is told: nothing else that could ask is on a bare Debian. */
const ASKS = (port: number) => `#!/usr/lib/boreal/bin/node
void (async () => {
  const answer = await fetch('http://127.0.0.1:${port}/', { method: 'POST', body: JSON.stringify(process.argv.slice(1)) });
  process.stdout.write(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
})();
`;

/** What setup asks of systemd, for Boreal's service. */
async function startSystemd(debian: DebianRoot): Promise<{ log(): Promise<string>; close(): Promise<void> }> {
  const unit = join(debian.path, 'usr/lib/systemd/system/boreal.service');
  const log = join(debian.path, 'var/log/boreal.log');
  let running: { since: number; stop(): Promise<void> } | null = null;
  let isEnabled = false;
  const end = async () => {
    await running?.stop();
    running = null;
  };

  async function start(): Promise<void> {
    const lines = (await readFile(unit, 'utf8')).split('\n');
    const value = (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
    const user = value('User');
    await debian.run('install', '-d', '-o', user, '-g', value('Group'), `/run/${value('RuntimeDirectory')}`);
    const settings = [await readFile(join(debian.path, SETTINGS), 'utf8'), value('Environment').replaceAll(' ', '\n')];
    const environment = z.record(z.string(), z.string()).parse(Object.assign({}, ...settings.map((text) => parseEnv(text))));
    const program = `cd ${value('WorkingDirectory')} && exec runuser --user ${user} -- ${value('ExecStart')} >>/var/log/boreal.log 2>&1`;
    running = { since: Math.floor(Date.now() / 1000), stop: debian.start(environment, 'sh', '-c', program) };
  }

  async function answer([verb = '', ...args]: readonly string[]): Promise<string | null> {
    switch (verb) {
      case 'show':
        return [
          'LoadState=loaded',
          `ActiveState=${running === null ? 'inactive' : 'active'}`,
          `UnitFileState=${isEnabled ? 'enabled' : 'disabled'}`,
          `ActiveEnterTimestamp=@${running?.since ?? 0}`,
          ...(await readFile(unit, 'utf8')).split('\n').filter((line) => /^(?:ProtectSystem|ReadWritePaths)=/.test(line)),
        ].join('\n');
      case 'cat':
        return existsSync(join(debian.path, 'usr/lib/systemd/system', args[0] ?? '')) ? '' : null;
      case 'enable':
        isEnabled ||= isMeant(args);
        if (isMeant(args) && args.includes('--now') && running === null) await start();
        return '';
      case 'stop':
        if (isMeant(args)) await end();
        return '';
      case 'try-restart':
      case 'restart':
        if (!isMeant(args) || (verb === 'try-restart' && running === null)) return '';
        await end();
        await start();
        return '';
      case 'is-enabled':
      case 'is-active':
        return null;
      default:
        return '';
    }
  }

  /** Of all units that are named, Boreal's own runs here. */
  const isMeant = (units: readonly string[]) => units.some((unit) => /^boreal(?:\.service)?$/.test(unit));

  const server: Server = createHttpServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const [program = '', ...args] = z.array(z.string()).parse(JSON.parse(Buffer.concat(parts).toString()));
      const said = program.endsWith('journalctl') ? await readFile(log, 'utf8').catch(() => '') : await answer(args);
      response.writeHead(said === null ? 404 : 200).end(said ?? '');
    })().catch(() => response.destroy());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  for (const name of ['systemctl', 'journalctl']) await writeFile(join(debian.path, 'usr/bin', name), ASKS(port), { mode: 0o755 });
  return {
    log: () => readFile(log, 'utf8').catch(() => ''),
    async close() {
      await end();
      server.close();
    },
  };
}
