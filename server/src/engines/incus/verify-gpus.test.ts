import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { whyNoLab } from '../../../../dev/incus/lab.ts';
import type { MachineSpec, Observed } from '../engine.ts';
import { openIncusKit, type IncusKit } from './incus-kit.ts';
import { Instance } from './client/incus-shapes.ts';
import { instanceName, marks } from './rules/machine-marks.rules.ts';
import { withoutGpus } from './testing/without-gpus.ts';
import { toVerify } from './verify-gpus.ts';

const why = await whyNoLab();
const { signal } = new AbortController();
const SOLD = '0000:17:00.0';

describe('a machine with GPUs', why === null ? {} : { skip: why }, () => {
  let kit: IncusKit;
  before(async () => {
    kit = await openIncusKit();
    kit.proxy.rules.push(withoutGpus);
  });
  after(() => kit.close());

  test('is its customer’s once every GPU that was sold is seen in it, and is not looked into again', async () => {
    const { spec, machine } = await asked(`echo 0000${SOLD}; sleep 1`);
    assert.equal(machine.power, 'running');
    await kit.engine.ensureStopped(spec.serverId, signal);
    await kit.until(spec.serverId, 'stopped');
    // From then on, what lists GPUs there is its customer's.
    const again = kit.again({ gpuList: 'echo nothing' });
    await again.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
  });

  for (const { said, list, told } of [
    { said: 'one is missing', list: 'echo No devices were found', told: /not seen: 0000:17:00\.0; .* wrote: No devices were found/ },
    { said: 'another is seen', list: `echo 0000${SOLD}; echo 00000000:65:00.0`, told: /seen though not sold: 0000:65:00\.0; / },
    { said: 'the program fails', list: 'no-such-program', told: /wrote: .*no-such-program: not found/ },
  ])
    test(`is not its customer’s where ${said}: it is switched off and has failed`, async () => {
      const { spec, machine } = await asked(list);
      assert.deepEqual([machine.power, machine.failure, machine.ipv4], ['failed', 'no_capacity', null]);
      assert.match(kit.warnings.join('\n'), told);
      // Also when it is tried again; on sound GPUs it is delivered.
      assert.equal((await untilSettled(kit.again({ gpuList: list }), spec)).power, 'failed');
      assert.equal((await untilSettled(kit.again({ gpuList: `echo ${SOLD}` }), spec)).power, 'running');
    });

  test('of a backup, or without GPUs, is taken as it is: what lists GPUs there may be a customer’s', () => {
    const spec = withGpu();
    assert.deepEqual(toVerify(spec), { [marks.toVerify]: SOLD });
    assert.deepEqual(
      [toVerify({ ...spec, fromBackupId: 'bkp_1' }), toVerify(kit.makeSpec()), toVerify({ ...spec, machineType: 'vm' })],
      [{}, {}, {}],
    );
  });

  async function asked(list: string): Promise<{ spec: MachineSpec; machine: Observed }> {
    const spec = withGpu();
    const machine = await untilSettled(kit.again({ gpuList: list }), spec);
    const { value } = await kit.client.read(`/1.0/instances/${instanceName(spec.serverId)}`, Instance, signal);
    assert.equal(value.config[marks.toVerify], machine.power === 'running' ? undefined : SOLD);
    return { spec, machine };
  }

  /** Asks, and looks as the worker does: in short calls, until it runs or has failed. */
  async function untilSettled(engine: ReturnType<typeof kit.again>, spec: MachineSpec): Promise<Observed> {
    const settled = ({ power }: Observed) => power === 'running' || power === 'failed';
    const first = await engine.ensureRunning(spec, signal);
    if (settled(first)) return first;
    await kit.untilDone(() => engine.observe(spec.serverId, signal), settled);
    return engine.observe(spec.serverId, signal);
  }

  const withGpu = () => kit.makeSpec({ gpus: [{ slot: 0, device: SOLD }] });
});
