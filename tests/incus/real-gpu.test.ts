import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { whyNoLab } from '../../dev/incus/lab.ts';
import { call } from '../testing/boreal-process-client.ts';
import { ROOT } from '../testing/boreal-process.ts';
import { startIncusCloud, type IncusCloud } from '../testing/incus-cloud.ts';

const run = promisify(execFile);
const why = (await whyNoGpus()) ?? (await whyNoLab());
const options = why === null ? {} : { skip: why };

const Started = z.object({ id: z.string() });
const Hosts = z.object({
  items: z.array(z.object({ name: z.string(), gpus: z.array(z.looseObject({ device: z.string(), model: z.string().nullable() })) })),
});
const POOL = 'real';

describe('a real GPU of this machine', options, () => {
  let folder: string;
  let cloud: IncusCloud;
  /** As NVIDIA names it, and as Incus does. */
  let uuid: string;
  let device: string;
  let model: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boreal-gpu-'));
    [uuid = ''] = await ask('uuid');
    cloud = await startIncusCloud({ environment: { INCUS_GPU_CLEANER: await cleanerWithoutReset(folder) } });
    const { items } = Hosts.parse(JSON.parse(await cloud.operate('engine', 'hosts', '--json')));
    const [host] = items;
    assert.ok(host);
    const gpu = host.gpus.find(({ model: known }) => known !== null);
    assert.ok(gpu?.model, `this machine's GPUs are of no model that is known: ${JSON.stringify(host.gpus)}`);
    ({ device, model } = { device: gpu.device, model: gpu.model });
    await cloud.operate('pool', 'add', POOL, '--model', model, '--engine', 'incus');
    await cloud.operate('gpu', 'add', host.name, '--pool', POOL, '--device', device);
  });
  after(async () => {
    await cloud?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const deployment = () => ({
    method: 'POST' as const,
    path: '/servers',
    json: { productId: `${model}-x1`, sshKeyId: cloud.sshKeyId, name: 'gpu' },
  });
  const deploy = async () => (await cloud.send(deployment(), { status: 201, data: Started })).id;
  const end = (id: string) => cloud.send({ method: 'DELETE', path: `/servers/${id}` }, { data: z.object({}) });

  test('is bought, seen inside, bought by nobody else meanwhile, cleaned, and bought again', async () => {
    const id = await deploy();
    const { ipv4 } = await cloud.rests(id, 'ACTIVE');
    assert.match(await cloud.ssh(ipv4 ?? '', 'nvidia-smi -L'), new RegExp(`^GPU 0: .*UUID: ${uuid}\\)$`));
    const { status, error } = await call(cloud.boreal, { ...deployment(), key: cloud.key });
    assert.deepEqual([status, error], [409, 'PLAN_NOT_AVAILABLE']);

    await cloud.act(id, 'hibernate');
    await cloud.rests(id, 'HIBERNATED');
    const other = await deploy();
    const second = await cloud.rests(other, 'ACTIVE');
    assert.match(await cloud.ssh(second.ipv4 ?? '', 'nvidia-smi -L'), new RegExp(uuid));
    await end(other);
    await end(id);
    await cloud.nothingIsLeft();

    const cleaned = (await readFile(join(folder, 'cleaned'), 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      cleaned.map((line) => line.split(' ').slice(1).join(' ')),
      [device, device],
    );
    assert.match(await cloud.operate('ledger', 'verify'), /\S/);
  });
});

/** What NVIDIA's program says of each GPU. */
async function ask(field: string): Promise<string[]> {
  return (await run('nvidia-smi', [`--query-gpu=${field}`, '--format=csv,noheader'])).stdout.trim().split('\n');
}

async function whyNoGpus(): Promise<string | null> {
  try {
    await ask('uuid');
  } catch {
    return 'This machine has no GPU of NVIDIA with its driver.';
  }
  const cli = await run('sh', ['-c', 'command -v nvidia-container-cli']).catch(() => null);
  return cli === null ? 'nvidia-container-cli is missing, by which Incus gives containers the driver (nvidia-container-toolkit).' : null;
}

/** The program that cleans GPUs, but for the reset: the machine may be lent, with other work on it. It notes what it is asked. */
async function cleanerWithoutReset(into: string): Promise<string> {
  const real = (await run('sh', ['-c', 'command -v nvidia-smi'])).stdout.trim();
  await writeFile(join(into, 'nvidia-smi'), `#!/bin/sh\ncase $1 in --gpu-reset) exit 0 ;; esac\nexec ${real} "$@"\n`, { mode: 0o755 });
  const cleaner = join(into, 'clean');
  const script = join(ROOT, 'server/src/engines/parts/clean-gpu.sh');
  await writeFile(cleaner, `#!/bin/sh\necho "$*" >>${into}/cleaned\nPATH=${into}:$PATH exec ${script} "$@"\n`, { mode: 0o755 });
  return cleaner;
}
