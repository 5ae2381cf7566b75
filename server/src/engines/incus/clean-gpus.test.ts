import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { whyNoLab } from '../../../../dev/incus/lab.ts';
import { engineError } from '../conformance-kit.ts';
import type { MachineSpec } from '../engine.ts';
import type { GpusOnHost } from '../parts/clean-gpus.ts';
import { openIncusKit, type IncusKit } from './incus-kit.ts';
import { instanceName } from './rules/machine-marks.rules.ts';
import { withoutGpus } from './testing/without-gpus.ts';

const why = await whyNoLab();
const { signal } = new AbortController();
const GPU = '0000:17:00.0';
const OTHER = '0000:65:00.0';

describe('GPUs that go from one machine to another', why === null ? {} : { skip: why }, () => {
  let kit: IncusKit;
  before(async () => {
    kit = await openIncusKit();
    kit.proxy.rules.push(withoutGpus);
  });
  after(() => kit.close());

  test('are cleaned before it is made, and again when it wakes', async () => {
    const cleaned: GpusOnHost[] = [];
    const engine = kit.again({ gpuCleaner: async (gpus) => void cleaned.push(gpus) });
    const spec = withGpus(GPU, OTHER);
    await engine.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
    assert.deepEqual(cleaned, [{ hostName: spec.hostName, devices: [GPU, OTHER] }]);
    await engine.ensureHibernated(spec.serverId, signal);
    await kit.until(spec.serverId, 'hibernated');
    await engine.ensureRunning({ ...withGpus(OTHER), serverId: spec.serverId }, signal);
    await kit.until(spec.serverId, 'running');
    assert.deepEqual(cleaned.slice(1), [{ hostName: spec.hostName, devices: [OTHER] }]);
  });

  test('keep it from being made while they are not clean, which is their own fault', async () => {
    const engine = kit.again({ gpuCleaner: () => Promise.reject(new Error('a process is left')) });
    const spec = withGpus(GPU);
    await assert.rejects(engine.ensureRunning(spec, signal), engineError('gpu'));
    assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'absent');
    assert.deepEqual((await kit.client.read('/1.0/network-acls', z.array(z.string()), signal)).value.filter(isOf(spec)), []);
  });

  test('may take longer than a call, and are cleaned once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let times = 0;
    const engine = kit.again({ patienceMs: 100, gpuCleaner: () => ((times += 1), promise) });
    const spec = withGpus(GPU);
    for (let calls = 0; calls < 3; calls += 1) await assert.rejects(engine.ensureRunning(spec, signal), engineError('timeout'));
    assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'absent');
    resolve();
    await engine.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
    assert.equal(times, 1);
  });

  test('are not asked for where there are none', async () => {
    const engine = kit.again({ gpuCleaner: () => Promise.reject(new Error('there are none')) });
    const spec = kit.makeSpec();
    await engine.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
  });

  function withGpus(...devices: readonly string[]): MachineSpec {
    return kit.makeSpec({ gpus: devices.map((device, slot) => ({ slot, device })) });
  }

  const isOf =
    ({ serverId }: MachineSpec) =>
    (path: string) =>
      path.includes(instanceName(serverId));
});
