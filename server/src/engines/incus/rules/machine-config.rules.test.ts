import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MachineSpec } from '../../engine.ts';
import { plainMachine } from '../../testing/plain-machine.ts';
import { Instance } from '../client/incus-shapes.ts';
import {
  configOf,
  devicesOf,
  hibernatedDevices,
  isAsWanted,
  isGpuDevice,
  markedDevices,
  markedGpus,
  type Layout,
} from './machine-config.rules.ts';

const layout: Layout = {
  owner: 'me',
  storagePool: 'nvme',
  workPool: 'scratch',
  backupPool: 'backups',
  backupTarget: null,
  network: 'boreal',
  guests: { processesPerCpu: 100, diskMbPerCpu: null, networkMbitPerCpu: null, nesting: false },
};
const held = { ipv4: '203.0.113.7', ipv6: '2001:db8::7' };
const spec: MachineSpec = {
  serverId: 'srv_a',
  name: 'a',
  hostName: 'gpu-1',
  machineType: 'container',
  gpuModel: 'h100-sxm',
  withGpus: true,
  gpus: [],
  vcores: 24,
  ramGb: 200,
  storageGb: 100,
  localStorageGb: 750,
  ...plainMachine,
  image: 'ubuntu',
  username: 'ubuntu',
  publicKey: 'ssh-ed25519 AAAA me',
  record: '',
};
const withGpus = (...devices: (string | null)[]) => ({ ...spec, gpus: devices.map((device, slot) => ({ slot, device })) });
const gpusIn = (one: MachineSpec) =>
  Object.entries(devicesOf(one, held, layout)).flatMap(([name, device]) => (device['type'] === 'gpu' ? [[name, device]] : []));

describe('what Incus is told of a machine', () => {
  test('a card is passed on by its PCI address', () => {
    assert.deepEqual(gpusIn(withGpus('0000:17:00.0', '0000:65:00.0')), [
      ['gpu0', { type: 'gpu', gputype: 'physical', pci: '0000:17:00.0' }],
      ['gpu1', { type: 'gpu', gputype: 'physical', pci: '0000:65:00.0' }],
    ]);
  });

  test('a slice of a card is passed on by its MIG uuid', () => {
    const uuid = 'MIG-11111111-2222-3333-4444-555555555555';
    assert.deepEqual(gpusIn(withGpus(`0000:17:00.0/${uuid}`)), [
      ['gpu0', { type: 'gpu', gputype: 'mig', pci: '0000:17:00.0', 'mig.uuid': uuid }],
    ]);
  });

  test('all cards of a model are one device, however many places stand for them', () => {
    assert.deepEqual(gpusIn(withGpus('10de:27b8', '10de:27b8')), [
      ['gpu0', { type: 'gpu', gputype: 'physical', vendorid: '10de', productid: '27b8' }],
    ]);
  });

  test('a place without a card passes nothing on, and needs no driver', () => {
    assert.deepEqual(gpusIn(withGpus(null)), []);
    assert.equal(configOf(withGpus(null), layout, { nvidia: false })['nvidia.runtime'], undefined);
    assert.equal(configOf(withGpus('0000:17:00.0'), layout, { nvidia: true })['nvidia.runtime'], 'true');
  });

  test('a virtual machine gets the card itself, and not the driver of the host', () => {
    const vm = { ...withGpus('0000:17:00.0'), machineType: 'vm' } as const;
    assert.deepEqual(gpusIn(vm), [['gpu0', { type: 'gpu', gputype: 'physical', pci: '0000:17:00.0' }]]);
    assert.equal(configOf(vm, layout, { nvidia: true })['nvidia.runtime'], undefined);
    assert.deepEqual(devicesOf(vm, held, layout)['work'], { type: 'disk', pool: 'scratch', source: 'srv-a-work' });
  });

  test('only what looks like a card is taken for one', () => {
    for (const device of ['0000:17:00.0', '0000:17:00.0/MIG-1a', '10de:27b8']) assert.ok(isGpuDevice(device), device);
    for (const device of ['', 'gpu0', '17:00.0', '0000:17:00.0/GPU-1']) assert.ok(!isGpuDevice(device), device);
  });

  test('limits, disks and the filtered port are what was sold', () => {
    const { root, work, eth0 } = devicesOf(spec, held, layout);
    assert.deepEqual(root, { type: 'disk', path: '/', pool: 'nvme', size: '100GiB' });
    assert.deepEqual(work, { type: 'disk', pool: 'scratch', source: 'srv-a-work', path: '/work' });
    for (const filter of ['mac', 'ipv4', 'ipv6']) assert.equal(eth0?.[`security.${filter}_filtering`], 'true');
    assert.equal(eth0?.['security.acls.default.ingress.action'], 'drop');
    assert.equal(eth0?.['security.acls.default.egress.action'], 'drop');
    const config = configOf(spec, layout, { nvidia: false });
    assert.deepEqual([config['limits.cpu'], config['limits.memory']], ['24', '200GiB']);
  });

  test('what a guest may use beside its plan grows with the plan', () => {
    const guests = { processesPerCpu: 100, diskMbPerCpu: 50, networkMbitPerCpu: 250, nesting: false };
    assert.equal(configOf(spec, layout, { nvidia: false })['limits.processes'], '2400');
    const { root, work, eth0 } = devicesOf(spec, held, { ...layout, guests });
    for (const disk of [root, work]) assert.deepEqual([disk?.['limits.read'], disk?.['limits.write']], ['1200MB', '1200MB']);
    assert.deepEqual([eth0?.['limits.ingress'], eth0?.['limits.egress']], ['6000Mbit', '6000Mbit']);
    for (const device of Object.values(devicesOf(spec, held, layout)))
      assert.deepEqual(
        Object.keys(device).filter((key) => key.startsWith('limits.')),
        [],
      );
  });

  test('a container runs no containers of its own unless the operator lets it, and no guest talks to Incus', () => {
    const config = configOf(spec, layout, { nvidia: false });
    assert.deepEqual([config['security.nesting'], config['security.guestapi'], config['limits.memory.swap']], ['false', 'false', 'false']);
    assert.equal(configOf(spec, { ...layout, guests: { ...layout.guests, nesting: true } }, { nvidia: false })['security.nesting'], 'true');
    const vm = configOf({ ...spec, machineType: 'vm' }, layout, { nvidia: false });
    assert.deepEqual([vm['security.nesting'], vm['security.guestapi'], vm['limits.processes']], [undefined, 'false', undefined]);
  });

  test('a container finds its work disk in its place, and a virtual machine makes a filesystem on it', () => {
    const told = (one: MachineSpec) => configOf(one, layout, { nvidia: false })['cloud-init.user-data'] ?? '';
    assert.doesNotMatch(told(spec), /fs_setup/);
    assert.match(told(spec), /"runcmd":\[\["chown","\w+","\/work"\]\]/);
    assert.match(told({ ...spec, machineType: 'vm' }), /"fs_setup":\[\{"device":"\/dev\/disk\/by-id\/[^"]*_work"/);
    assert.doesNotMatch(told({ ...spec, machineType: 'vm', localStorageGb: 0, systemDisk: null, workDisk: null }), /fs_setup/);
  });

  test('a hibernated machine has its disks and nothing else', () => {
    const devices = devicesOf(withGpus('0000:17:00.0'), held, layout);
    const kept = hibernatedDevices(instance({ devices: { ...devices } }));
    assert.deepEqual(Object.keys(kept).sort(), ['eth0', 'root', 'work']);
    assert.deepEqual(kept['eth0'], { type: 'none' });
  });

  test('a machine that is set otherwise is told apart, also by a device too many', () => {
    const wanted = { config: configOf(spec, layout, { nvidia: false }), devices: devicesOf(spec, held, layout) };
    const { config, devices } = wanted;
    assert.ok(isAsWanted(instance({ config: { ...config, 'volatile.x': 'y' }, devices: { ...devices } }), wanted));
    assert.ok(!isAsWanted(instance({ config: { ...config, 'limits.cpu': '2' }, devices: { ...devices } }), wanted));
    assert.ok(!isAsWanted(instance({ config, devices: { ...devices, gpu0: { type: 'gpu' } } }), wanted));
  });

  test('what a machine was started with is its own as long as it is on, or Incus alone, whatever its host is called now', () => {
    const sold = withGpus('0000:17:00.0', '0000:65:00.0');
    const config = configOf(sold, layout, { nvidia: false });
    const [on, off] = [instance({ config, status: 'Running' }), instance({ config })];
    const [named, renamed] = [
      { hostName: 'gpu-1', clustered: true },
      { hostName: 'gpu-9', clustered: true },
    ];
    for (const [machine, where] of [
      [on, named],
      [off, named],
      [on, renamed],
      [off, { ...renamed, clustered: false }],
    ] as const) {
      assert.deepEqual(markedGpus(machine, where), sold.gpus);
      assert.deepEqual(markedDevices(machine, where), ['0000:17:00.0', '0000:65:00.0']);
    }
    // Off, it may have been moved there since.
    assert.deepEqual(markedGpus(off, renamed), []);
    for (const where of [renamed, { hostName: null, clustered: false }]) assert.equal(markedDevices(off, where), null);
    const place = instance({ config: configOf(withGpus(null), layout, { nvidia: false }) });
    assert.equal(markedDevices(place, named), null, 'a place without a card has no name');
  });
});

function instance(more: object): Instance {
  return Instance.parse({
    name: 'srv-a',
    type: 'container',
    status: 'Stopped',
    location: 'gpu-1',
    architecture: 'x86_64',
    description: '',
    ephemeral: false,
    stateful: false,
    profiles: [],
    config: {},
    devices: {},
    created_at: '',
    last_used_at: '1970-01-01T00:00:00Z',
    ...more,
  });
}
