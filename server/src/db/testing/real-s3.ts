import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createS3Client } from '../backup/s3/s3-client.ts';
import type { S3Settings } from '../backup/s3/s3-settings.ts';

const run = promisify(execFile);
const STARTS_WITHIN_MS = 120_000;

/** Ceph's gateway, a production S3 server, in front of a cluster with one disk in memory. Nothing survives `close`. */
export interface RealS3 {
  /** Creates a bucket. `lock`: its objects can be protected from removal. */
  newBucket(options?: { lock?: boolean }): Promise<S3Settings>;
  /** Credentials of a user who owns no bucket. */
  readonly stranger: S3Settings['credentials'];
  close(): Promise<void>;
}

const owner = { accessKeyId: 'BOREALOWNER', secretAccessKey: 'owner-secret/with+signs=', sessionToken: null };
const stranger = { accessKeyId: 'STRANGER', secretAccessKey: 'stranger-secret', sessionToken: null };

/** @throws with a sentence if Ceph is not installed */
export async function startRealS3(): Promise<RealS3> {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-ceph-'));
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()];
  const config = join(folder, 'ceph.conf');
  await writeFile(config, configuration({ folder, monitorPort }));
  const children: ChildProcess[] = [];
  const close = async () => {
    for (const child of children.toReversed()) await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, ['-c', config, '-f', ...args], { stdio: 'ignore', cwd: folder });
    child.once('error', () => undefined);
    process.once('exit', () => child.kill('SIGKILL'));
    children.push(child);
  };
  const step = (program: string, ...args: string[]) => run(program, ['-c', config, ...args], { cwd: folder });
  try {
    await Promise.all(['monitor', 'disk'].map((name) => mkdir(join(folder, name))));
    const map = join(folder, 'map');
    await run('monmaptool', ['--create', '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, '--fsid', FSID, map]);
    const keyring = join(folder, 'keyring');
    await run('ceph-authtool', ['--create-keyring', keyring]);
    for (const name of ['mon.', 'osd.0', 'client.admin'])
      await run('ceph-authtool', [keyring, '--gen-key', '-n', name, '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *']);
    await step('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
    start('ceph-mon', '-i', 'a');
    const disk = randomUUID();
    await step('ceph', 'osd', 'new', disk);
    await step('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    start('ceph-osd', '-i', '0');
    start('radosgw', '-n', 'client.admin', '--rgw-frontends', `beast endpoint=127.0.0.1:${gatewayPort}`);
    for (const [uid, { accessKeyId, secretAccessKey }] of Object.entries({ owner, stranger }))
      await step(
        'radosgw-admin',
        'user',
        'create',
        `--uid=${uid}`,
        `--display-name=${uid}`,
        `--access-key=${accessKeyId}`,
        `--secret=${secretAccessKey}`,
      );
    const endpoint = `http://127.0.0.1:${gatewayPort}`;
    await untilAnswers(endpoint);
    return { stranger, close, newBucket: ({ lock = false } = {}) => newBucket(endpoint, lock) };
  } catch (error) {
    await close();
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error('Ceph is missing. Install it (Debian: apt-get install radosgw ceph-mon ceph-osd), then try again.', { cause: error });
    throw error;
  }
}

async function newBucket(endpoint: string, lock: boolean): Promise<S3Settings> {
  const bucket = `boreal-${randomUUID()}`;
  const settings = { bucket, prefix: '', endpoint, region: 'us-east-1', pathStyle: true, caFile: null, credentials: owner };
  const headers = lock ? { 'x-amz-bucket-object-lock-enabled': 'true' } : {};
  await createS3Client(settings, () => new Date()).ask({ method: 'PUT', headers });
  return settings;
}

const FSID = '5a8e9f5e-7d0c-4b5e-9a57-3c1d2b6f8e01';

/** A monitor, one disk in memory, and nothing to supervise them: it lives for one test. */
function configuration({ folder, monitorPort }: { folder: string; monitorPort: number }): string {
  const settings = {
    fsid: FSID,
    'mon host': `[v2:127.0.0.1:${monitorPort}]`,
    'public addr': '127.0.0.1',
    keyring: join(folder, 'keyring'),
    'ms bind msgr1': 'false',
    'mon data': join(folder, 'monitor'),
    'mon allow pool size one': 'true',
    'osd data': join(folder, 'disk'),
    'osd objectstore': 'memstore',
    'memstore device bytes': String(8 * 2 ** 30),
    'osd pool default size': '1',
    'osd pool default min size': '1',
    'osd pool default pg num': '4',
    'osd crush chooseleaf type': '0',
    'crush location': 'root=default host=here',
    'rgw data': join(folder, 'gateway'),
    'run dir': folder,
    'admin socket': join(folder, '$name.$pid.asok'),
    'pid file': '',
    'log to file': 'false',
    'log file': '/dev/null',
  };
  return ['[global]', ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`), ''].join('\n');
}

async function untilAnswers(url: string): Promise<void> {
  const end = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    if (performance.now() > end) throw new Error(`The gateway of Ceph does not answer at ${url}.`);
    await sleep(100);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
