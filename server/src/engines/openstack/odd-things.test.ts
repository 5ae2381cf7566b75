import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import { engineError } from '../conformance-kit.ts';
import type { Engine, MachineSpec } from '../engine.ts';
import { createCloudClient, type CloudClient } from './cloud/cloud-client.ts';
import { Nothing } from './cloud/cloud-shapes.ts';
import { followChanges } from './follow-changes.ts';
import { OWNER, SERVER } from './machine/machine-marks.rules.ts';
import { volumeName } from './machine/machine-volumes.ts';
import { openOpenstackKit, settingsOf, type OpenstackKit } from './openstack-kit.ts';
import { startCloudDouble, type CloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

const { signal } = new AbortController();
/** Of every kind of thing, a description is a text. */
const ODD = { description: 42 };

describe('things in the cloud whose shape nobody knows', () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  let client: CloudClient;
  let engine: Engine;
  let spec: MachineSpec;
  let lines: string[];
  before(async () => {
    double = await startCloudDouble();
    const cloud = doubleCloud(double, 'theirs', { systemDisk: 'volume' });
    kit = await openOpenstackKit(cloud);
    lines = [];
    client = createCloudClient(settingsOf(cloud), {
      clock: systemClock(),
      log: createLog('warn', { write: (line) => void lines.push(line) }),
    });
    engine = kit.again({ client });
    spec = kit.makeSpec();
    await kit.running(spec);
  });
  beforeEach(() => void lines.splice(0));
  after(async () => {
    client.close();
    await kit.close();
  });

  const machineOf = (serverId: string) => {
    const [machine] = double.servers().filter(({ metadata }) => metadata[SERVER] === serverId);
    assert.ok(machine);
    return machine;
  };
  const toldOf = (id: string) => lines.filter((line) => line.includes(id)).length;

  test('somebody else’s hide nothing of ours, and the log names each once', async () => {
    const { project } = double.users.demo;
    await kit.plantOrphan?.('srv_strange', 'az1');
    await kit.until('srv_strange', 'starting');
    const server = machineOf('srv_strange');
    Object.assign(server, { name: 'theirs', metadata: {} }, ODD);
    const network = [...double.networks.networks.values()].find(({ name }) => name === 'priv');
    assert.ok(network);
    const port = double.networks.createPort(project, { network_id: network.id, name: 'theirs' });
    const volume = double.volumes.create(project, { name: 'theirs', size: 1 });
    const snapshot = double.volumes.snapshot(volume, { name: 'theirs', metadata: {} });
    const image = double.images.add({ name: 'theirs', project, properties: {} });
    Object.assign(image.properties, { instance_uuid: 42 });
    for (const one of [port, volume, snapshot]) Object.assign(one, ODD);

    const changes = followChanges({ client, layout: kit.layout, clock: systemClock() }, signal, { everyMs: 10 });
    const change = changes.next();
    for (let looks = 0; looks < 2; looks += 1) {
      assert.deepEqual(
        (await engine.list(signal)).map(({ serverId, power }) => [serverId, power]),
        [[spec.serverId, 'running']],
      );
      assert.deepEqual(await engine.leftovers(signal), []);
      assert.deepEqual(await engine.listBackups(signal), []);
      assert.equal((await engine.observe(spec.serverId, signal)).power, 'running');
    }
    for (const { id } of [server, port, volume, snapshot, image]) assert.equal(toldOf(id), 1, lines.join(''));
    const { client: other } = await openOpenstackKit(doubleCloud(double, 'theirs', { systemDisk: 'volume' }), 'hand');
    await other.change(
      'compute',
      { method: 'POST', path: `/servers/${machineOf(spec.serverId).id}/action`, body: { 'os-stop': null } },
      Nothing,
      signal,
    );
    assert.equal((await change).value, spec.serverId);
    await changes.return(undefined);
    other.close();
    await kit.running(spec);
    for (const { id } of [port, volume, snapshot, image]) {
      double.networks.ports.delete(id);
      double.volumes.volumes.delete(id);
      double.volumes.snapshots.delete(id);
      double.images.images.delete(id);
    }
  });

  test('a machine of ours that cannot be read is neither gone nor silent, and hides no other', async () => {
    const odd = kit.makeSpec();
    await kit.running(odd);
    const machine = machineOf(odd.serverId);
    const { description } = machine;
    Object.assign(machine, ODD);
    assert.deepEqual(
      (await engine.list(signal)).map(({ serverId }) => serverId),
      [spec.serverId],
    );
    await assert.rejects(engine.observe(odd.serverId, signal), engineError('timeout'));
    await assert.rejects(engine.ensureGone(odd.serverId, signal), engineError('timeout'));
    await assert.rejects(engine.ensureRunning(odd, signal), engineError('timeout'));
    assert.deepEqual(await engine.leftovers(signal), []);
    assert.equal(toldOf(machine.id), 1);
    Object.assign(machine, { description });
    await kit.until(odd.serverId, 'running');
  });

  test('a disk of ours that cannot be read is not made again', async () => {
    const wanted = kit.makeSpec();
    const of = { [OWNER]: kit.layout.owner, [SERVER]: wanted.serverId };
    const disks = () => [...double.volumes.volumes.values()].filter(({ metadata }) => metadata[SERVER] === wanted.serverId);
    const { project } = double.users.demo;
    const image = { imageRef: double.image.id };
    const disk = double.volumes.create(project, { name: volumeName(wanted.serverId, 'system'), size: 1, metadata: of, ...image });
    Object.assign(disk, ODD);
    await assert.rejects(engine.ensureRunning(wanted, signal), engineError('timeout'));
    assert.equal(disks().filter(({ name }) => name === disk.name).length, 1);
    Object.assign(disk, { description: null });
    await kit.running(wanted);
    assert.ok(disks().some(({ id, status }) => id === disk.id && status === 'in-use'));
  });

  test('machines in a cell that nova does not reach make the engine quiet, and are not lost', async () => {
    const away = kit.makeSpec();
    await kit.running(away);
    const { id, project } = machineOf(away.serverId);
    const server = { id, status: 'UNKNOWN', tenant_id: project.id, created: '2026-11-28T00:00:00Z', links: [] };
    double.faults.rules = [
      ({ method, path, query }) => {
        if (method !== 'GET' || !path.includes('/servers')) return 'passed';
        if (path.endsWith(`/servers/${id}`)) return { status: 200, body: { server } };
        return { status: 200, body: { servers: query.size === 0 ? [server] : [] } };
      },
    ];
    await assert.rejects(engine.list(signal), { ...engineError('timeout'), silence: 'no_service' });
    await assert.rejects(engine.observe(away.serverId, signal), engineError('timeout'));
    await assert.rejects(engine.ensureGone(away.serverId, signal), engineError('timeout'));
    double.faults.rules = [];
    await kit.until(away.serverId, 'running');
  });
});
