import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { endProcessesOf, processesOf } from '../../dev/openstack/lab-processes.ts';
import { namespacesOf, remainsOf } from '../../dev/openstack/lab-remains.ts';
import { freePort, ROOT, until } from '../testing/boreal-process.ts';

const skip = process.platform !== 'linux' && 'only Linux tells of its processes';

describe('a disposable OpenStack whose start was broken off', { skip }, () => {
  let folder = '';
  const started: ChildProcess[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boreal-lab-'));
    await writeFile(join(folder, 'inner.sh'), 'while :; do sleep 3600 & wait $!; done');
  });
  after(async () => {
    for (const child of started) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  function run(program: string, args: readonly string[], dir: string): ChildProcess {
    const child = spawn(program, args, { stdio: 'ignore', env: { PATH: process.env['PATH'], DIR: dir } });
    started.push(child);
    return child;
  }

  test('is ended with all that holds it, though it wrote nothing down, and no other is', async () => {
    const [mine, others] = [join(folder, 'mine'), join(folder, 'others')];
    const inner = join(folder, 'inner.sh');
    const kept = run('bash', [inner], others);
    const held = run('bash', [inner], mine);
    const ports = run(process.execPath, [join(ROOT, 'dev/openstack/ports.ts'), join(mine, 'outside.sock'), String(await freePort())], mine);
    const pids = [held, ports].map(({ pid = 0 }) => pid);
    await until('both are seen', 20_000, () => pids.every((pid) => processesOf(mine).includes(pid)));
    assert.deepEqual(processesOf(mine).toSorted(), pids.toSorted());
    const ended = Promise.all([held, ports].map((child) => once(child, 'exit')));
    await endProcessesOf(mine);
    await ended;
    assert.deepEqual(processesOf(mine), []);
    assert.deepEqual(processesOf(others), [kept.pid]);
  });

  test(
    'leaves nothing unseen: folder, port, and who is in its namespaces',
    { skip: process.getuid?.() !== 0 && 'root makes namespaces' },
    async () => {
      const dir = join(folder, 'ended');
      const port = await freePort();
      const nothing = { dir, namespaces: [], ports: [port] };
      assert.deepEqual(await remainsOf(nothing), []);
      await mkdir(dir);
      const server = createServer().listen(port, '127.0.0.1');
      const apart = run('unshare', ['--net', 'sleep', '600'], dir);
      const { pid = 0 } = apart;
      await until('it is in a network of its own', 20_000, () => namespacesOf(pid).length > 0);
      const namespaces = namespacesOf(pid);
      assert.deepEqual(await remainsOf({ ...nothing, namespaces }), [
        `the folder ${dir} is there`,
        `process ${pid} is in its namespaces`,
        `port ${port} answers`,
      ]);
      await rm(dir, { recursive: true });
      server.close();
      const ended = once(apart, 'exit');
      apart.kill('SIGKILL');
      await ended;
      assert.deepEqual(await remainsOf({ ...nothing, namespaces }), []);
      assert.deepEqual(namespacesOf(process.pid), []);
    },
  );
});
