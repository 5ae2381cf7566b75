import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { addSshKey, deploy, expectData, TRUST_THIS_MACHINE, untilActive } from '../testing/boreal-process-client.ts';
import { freePort, until } from '../testing/boreal-process.ts';
import { startOldestPostgres, type DebianPostgres } from '../testing/debian-postgres.ts';

const run = promisify(execFile);
/** The image that `npm run image` has made; without it there is nothing to test, and `npm run test:image` makes it. */
const { BOREAL_IMAGE: IMAGE } = process.env;
const Demo = z.object({ customers: z.tuple([z.object({ restKey: z.string() })]).rest(z.unknown()) });

describe('the container image', { skip: IMAGE === undefined && 'npm run test:image makes one and tests it' }, () => {
  let folder = '';
  let name = '';
  const containers: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pods-'));
    const loaded = await podman('load', '--quiet', '--input', IMAGE ?? '');
    name = loaded.replace(/^Loaded image: /, '');
  });
  after(async () => {
    for (const one of containers) await podman('rm', '--force', '--time', '5', one);
    await podman('volume', 'rm', '--all', '--force');
    await podman('rmi', '--all', '--force');
    await rm(folder, { recursive: true, force: true });
  });

  /** Storage of its own, and a runtime that works where the machine has no systemd. */
  const podman = async (...args: readonly string[]) => {
    const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
    return (await run('podman', ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...storage, ...args])).stdout.trim();
  };
  /** As compose.yaml runs it: nothing may be written but /tmp and the volume, and nothing may be gained. */
  const started = async (container: string, environment: Readonly<Record<string, string>>) => {
    const port = await freePort();
    const settings = Object.entries({ ...TRUST_THIS_MACHINE, ...environment, BOREAL_PORT: String(port) }).flatMap(([key, value]) => [
      '--env',
      `${key}=${value}`,
    ]);
    const strict = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--ulimit', 'nofile=4096:4096'];
    const rest = ['--ulimit', 'nproc=4096:4096', '--network', 'host', '--volume', `${container}:/var/lib/boreal`];
    containers.push(container);
    await podman('run', '--detach', '--name', container, ...strict, ...rest, ...settings, name);
    const siteUrl = `http://localhost:${port}`;
    return { siteUrl, baseUrl: `${siteUrl}/api` };
  };
  const untilHealthy = (container: string) =>
    until(`${container} is healthy`, 120_000, () =>
      podman('healthcheck', 'run', container).then(
        () => true,
        () => false,
      ),
    );
  const untilReady = (boreal: { siteUrl: string }) =>
    until('it is ready', 120_000, async () => (await fetch(`${boreal.siteUrl}/readyz`).catch(() => null))?.status === 200);
  const demoKey = async (container: string) =>
    Demo.parse(JSON.parse(await podman('exec', container, 'cat', '/var/lib/boreal/demo.json'))).customers[0].restKey;

  test('runs by itself as nobody special, on a root that nobody can write, and keeps its data in a volume', async () => {
    const boreal = await started('alone', {});
    await untilReady(boreal);
    await untilHealthy('alone');
    assert.equal(await podman('exec', 'alone', 'id', '-un'), 'boreal');
    await assert.rejects(podman('exec', 'alone', 'touch', '/usr/lib/boreal/x'), /Read-only file system/);
    assert.match(await podman('exec', 'alone', 'boreal', 'ledger', 'verify'), /hold/);
    const key = await demoKey('alone');
    const serverId = await deploy(boreal, key, { productId: 'l4-x1', sshKeyId: await addSshKey(boreal, key) });
    await podman('stop', '--time', '30', 'alone');
    assert.equal(await podman('inspect', 'alone', '--format', '{{.State.ExitCode}}'), '0');
    await podman('start', 'alone');
    await untilReady(boreal);
    await untilActive(boreal, key, serverId);
  });

  describe('on a Postgres of its own', () => {
    let postgres: DebianPostgres;
    before(async () => {
      postgres = await startOldestPostgres({ port: await freePort() });
    });
    after(() => postgres.stop());

    test('one container answers and another works', async () => {
      const shared = { DATABASE_URL: postgres.url, BOREAL_TIME_SCALE: '60' };
      const api = await started('api', { ...shared, BOREAL_ROLE: 'api' });
      await untilReady(api);
      const key = await demoKey('api');
      const serverId = await deploy(api, key, { productId: 'l4-x1', sshKeyId: await addSshKey(api, key) });
      const status = await expectData(api, { path: `/servers/${serverId}`, key }, { data: z.object({ status: z.string() }) });
      assert.equal(status.status, 'PROVISIONING');
      await started('worker', { ...shared, BOREAL_ROLE: 'worker' });
      await untilActive(api, key, serverId);
      await untilHealthy('worker');
    });

    test('a worker that hangs is unhealthy, although its process is there', async () => {
      await podman('kill', '--signal', 'STOP', 'worker');
      await podman('exec', 'worker', 'touch', '--date', '3 minutes ago', '/tmp/boreal.heartbeat');
      await assert.rejects(podman('healthcheck', 'run', 'worker'), { code: 1 });
      await podman('kill', '--signal', 'CONT', 'worker');
      await untilHealthy('worker');
    });
  });
});
