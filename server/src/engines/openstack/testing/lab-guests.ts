import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lab } from '../../../../../dev/openstack/lab.ts';

const CONNECT = join(import.meta.dirname, '../../../../../dev/incus/connect.ts');
const ENDED_WITHIN_MS = 90_000;
const execute = promisify(execFile);

/** Somebody outside of a disposable OpenStack, with a key of their own. */
export interface LabVisitor {
  readonly publicKey: string;
  /** Logs in and runs a command; what it wrote. @throws when it ends otherwise than well */
  run(at: { user: string; ipv4: string; port?: number }, command: string): Promise<string>;
  close(): Promise<void>;
}

export async function visitLab(lab: Lab): Promise<LabVisitor> {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-openstack-'));
  const identity = join(folder, 'key');
  await execute('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'visitor', '-f', identity]);
  // A floating address was another machine's a moment ago: no host key is remembered.
  const settings = [
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
    'BatchMode=yes',
    'ConnectTimeout=30',
    `ProxyCommand=${process.execPath} ${CONNECT} ${lab.outsideRelay} %h %p`,
  ].flatMap((setting) => ['-o', setting]);
  return {
    publicKey: (await readFile(`${identity}.pub`, 'utf8')).trim(),
    async run({ user, ipv4, port = 22 }, command) {
      const { stdout } = await execute('ssh', ['-i', identity, '-p', String(port), ...settings, `${user}@${ipv4}`, command], {
        timeout: ENDED_WITHIN_MS,
      });
      return stdout.trim();
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
