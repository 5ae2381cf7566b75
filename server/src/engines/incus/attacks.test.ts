import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { whyNoLab } from '../../../../dev/incus/lab.ts';
import type { MachineSpec } from '../engine.ts';
import { openIncusKit, type IncusKit } from './incus-kit.ts';
import { instanceName } from './machine-marks.rules.ts';

const why = await whyNoLab();
const { signal } = new AbortController();

/** Each was seen to work before it was refused. Who attacks is root in a machine. */
describe('whoever rents a machine', why === null ? {} : { skip: why }, () => {
  let kit: IncusKit;
  let attacker: MachineSpec;
  before(async () => {
    kit = await openIncusKit();
    attacker = await running();
  });
  after(() => kit.close());

  test('starts no more processes than its plan allows', async () => {
    const name = instanceName(attacker.serverId);
    try {
      await attack('(for n in $(seq 6000); do sleep 60 & done) 2>/dev/null; true');
      const { value: state } = await kit.client.read(`/1.0/instances/${name}/state`, z.object({ processes: z.number() }), signal);
      assert.ok(state.processes > 1000 && state.processes <= 2048, String(state.processes));
    } finally {
      await attack('killall -KILL sleep; true');
    }
  });

  test('sees nothing more of the kernel by making containers of its own, unless the operator lets it', async () => {
    const mounts = "mkdir -p /mnt; unshare -U -r -m -p -f sh -c 'mount -t proc proc /mnt && echo mounted' 2>/dev/null; true";
    assert.equal(await attack(mounts), '');
    const nesting = await running({}, { nesting: true });
    assert.equal((await kit.run(nesting.serverId, mounts)).trim(), 'mounted');
  });

  test('does not reach Incus from inside', async () => {
    assert.equal(await attack('ls /dev/incus 2>/dev/null; true'), '');
  });

  const attack = async (command: string) => (await kit.run(attacker.serverId, command)).trim();

  async function running(overrides: Partial<MachineSpec> = {}, guests: Partial<typeof kit.layout.guests> = {}): Promise<MachineSpec> {
    const spec = kit.makeSpec(overrides);
    const engine = kit.again({ layout: { ...kit.layout, guests: { ...kit.layout.guests, ...guests } } });
    await engine.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
    return spec;
  }
});
