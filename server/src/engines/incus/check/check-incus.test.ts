import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lab as furniture } from '../../../../../dev/incus/furnish.ts';
import { whyNoLab, type Lab } from '../../../../../dev/incus/lab.ts';
import { systemClock } from '../../../kit/clock.ts';
import type { MachineType } from '../../engine.ts';
import { checkIncus, missingHosts, uncleanedGpus, type Findings } from './check-incus.ts';
import { createIncusClient, type IncusClient } from '../client/incus-client.ts';
import { labLayout } from '../testing/lab-layout.ts';
import { startTestLab } from '../testing/test-lab.ts';

const why = await whyNoLab();
const { signal } = new AbortController();
const layout = labLayout('me');

/** Takes the place of the network's dnsmasq as soon as that has ended. */
const HOLDER = `const hold = () => require('net').createServer().listen(53, '10.77.0.1').on('error', () => setTimeout(hold, 2)); hold();`;

describe('what keeps machines from being made', why === null ? {} : { skip: why }, () => {
  let lab: Lab;
  let client: IncusClient;
  before(async () => {
    lab = await startTestLab();
    client = createIncusClient({ socketPath: lab.socketPath }, { clock: systemClock(), project: 'default' });
  });
  after(async () => {
    client.close();
    await lab.stop();
  });

  test('is nothing where all is there, and a network that Incus could not start', async () => {
    assert.deepEqual(await missing(), []);
    const holder = spawn('nsenter', ['--target', String(lab.pid), '--net', process.execPath, '-e', HOLDER]);
    try {
      await lab.killIncus();
      assert.deepEqual(await untilUp(), [
        `Incus could not start the network ${furniture.network}, and tries again each minute. Its log says why: journalctl -u incus`,
      ]);
    } finally {
      holder.kill();
    }
    await lab.killIncus();
    assert.deepEqual(await untilUp(), []);
  });

  test('a guest would leave its disk or learn of others is said of what is sold as containers', async () => {
    const both = await found(['container', 'vm']);
    assert.deepEqual(both.missing, []);
    assert.match(
      both.unsafe.join(' '),
      /^The storage pool default is (btrfs: any user|a folder \(dir\)).* Use a pool of zfs or lvm \(thin\): incus [^.]*$/,
    );
    assert.deepEqual((await found(['vm'])).unsafe, []);
    // As Incus makes a network unless it is told otherwise.
    await setNetwork({ 'dns.mode': '', 'raw.dnsmasq': '' });
    assert.match(
      (await found(['vm'])).unsafe.join(' '),
      /^The network guests tells each customer the names .* dns\.mode=none raw\.dnsmasq=/,
    );
    await setNetwork({ 'raw.dnsmasq': 'port=0' });
    assert.deepEqual((await found(['vm'])).unsafe, []);
    await setNetwork({ 'dns.mode': 'none', 'raw.dnsmasq': 'dhcp-ignore-names\nno-hosts' });
    assert.deepEqual((await found(['vm'])).unsafe, []);
  });

  async function setNetwork(config: Readonly<Record<string, string>>): Promise<void> {
    const path = `/1.0/networks/${furniture.network}`;
    await client.change({ method: 'PATCH', path, body: { config } }, { ms: 10_000, signal });
  }

  function found(machineTypes: readonly MachineType[]): Promise<Findings> {
    return checkIncus({ client, layout, hosts: async () => [] }, { images: [], machineTypes, hosts: [] }, signal);
  }

  async function missing(): Promise<readonly string[]> {
    return (await found([])).missing;
  }

  /** Incus answers before its networks are up; it has tried to start them once it waits for nothing more. */
  async function untilUp(): Promise<readonly string[]> {
    for (;;) {
      try {
        await client.text('/internal/ready', signal);
        return await missing();
      } catch {
        await sleep(100);
      }
    }
  }
});

test('GPUs that nothing cleans are said of containers, and of them only', () => {
  const of = (machineTypes: readonly MachineType[], devices: readonly string[]) =>
    uncleanedGpus({ images: [], machineTypes, hosts: [{ name: 'gpu-1', machineType: 'container', devices }] });
  assert.match(of(['container'], ['0000:17:00.0']).join(' '), /^Nothing cleans a GPU before .* INCUS_GPU_CLEANER=none/);
  assert.deepEqual([of(['vm'], ['0000:17:00.0']), of(['container'], [])], [[], []]);
});

test("cards that containers cannot use are named: AMD's, NVIDIA's without the tools, and those that are not there", () => {
  const card = (device: string, pciId: string, forContainers?: boolean) => ({
    device,
    model: null,
    name: pciId,
    hardware: { pciId, driverName: null },
    ...(forContainers !== undefined && { forContainers }),
  });
  const gpus = [card('0000:17:00.0', '10de:2330', true), card('0000:65:00.0', '10de:2330', false), card('0000:c1:00.0', '1002:74a1')];
  const hosts = [{ name: 'gpu-1', reachable: true, found: null, gpus }];
  const of = (machineType: MachineType, devices: readonly string[]) =>
    missingHosts(hosts, { hosts: [{ name: 'gpu-1', machineType, devices }] });
  assert.deepEqual(of('container', ['0000:17:00.0', '10de:2330']), []);
  assert.deepEqual(of('vm', ['0000:65:00.0', '0000:c1:00.0']), []);
  assert.equal(of('container', ['0000:65:00.0/MIG-1a']).length, 1);
  assert.match(
    of('container', ['0000:17:00.0', '0000:65:00.0']).join(),
    /^No container .* for 0000:65:00\.0 of gpu-1: .*nvidia-container-cli info$/,
  );
  assert.match(
    of('container', ['0000:17:00.0', '0000:c1:00.0']).join(),
    /^Incus gives containers no \/dev\/kfd.*: 0000:c1:00\.0 of gpu-1\./,
  );
  assert.deepEqual(of('vm', ['0000:18:00.0']), ['The host gpu-1 has no card 0000:18:00.0.']);
});
