import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addMs, MINUTE_MS, systemClock } from '../../../kit/clock.ts';
import { engineError } from '../../conformance-kit.ts';
import type { MachineSpec } from '../../engine.ts';
import { BACKUP, OWNER, SERVER } from '../machine/machine-marks.rules.ts';
import { KIT_OWNER } from '../openstack-kit.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';
import { UPLOADS_MAX } from './volume-backup.ts';

const { signal } = new AbortController();
/** More changes than a backup, or a machine, is made with: the last runs through. */
const CHANGES_MAX = 20;

const { double, kit } = await openDoubleKit('theirs', { systemDisk: 'volume', paceMs: 5 });
after(() => kit.close());

describe('machines whose system disks are volumes', () => {
  async function running(overrides?: Partial<MachineSpec>): Promise<MachineSpec> {
    const spec = kit.makeSpec(overrides);
    await kit.running(spec);
    return spec;
  }
  async function gone({ serverId }: MachineSpec): Promise<void> {
    await kit.gone({ serverId });
  }
  const ofServer = (serverId: string) =>
    [...double.volumes.volumes.values()].filter(({ metadata, status }) => metadata[SERVER] === serverId && status !== 'deleting');
  const ofBackup = (backupId: string) => {
    const ours = ({ metadata }: { metadata: Readonly<Record<string, string>> }) => metadata[BACKUP] === backupId;
    return {
      snapshots: [...double.volumes.snapshots.values()].filter(ours).length,
      copies: [...double.volumes.volumes.values()].filter(ours).length,
      images: [...double.images.images.values()].filter(({ properties }) => properties[BACKUP] === backupId).length,
    };
  };
  /** A process dies at the nth change that it asks for: the cloud has done it, or not, and nobody hears so. Whether it came so far. */
  function diesAt(n: number, fate: 'lost' | 'dropped'): () => boolean {
    let changes = 0;
    double.faults.once(({ method, service }) => (method !== 'GET' && service !== 'identity' && ++changes === n ? fate : 'passed'));
    return () => changes >= n;
  }

  test('a machine has one volume to boot from and one to work on, by which it is known whose they are, and both go with it', async () => {
    const spec = await running();
    const [machine] = double.servers().filter(({ metadata }) => metadata[SERVER] === spec.serverId);
    assert.deepEqual(
      machine?.volumes.map(({ boots, volumeId }) => [boots, double.volumes.volumes.get(volumeId)?.metadata[OWNER]]),
      [
        [true, KIT_OWNER],
        [false, KIT_OWNER],
      ],
    );
    assert.deepEqual([machine?.root, machine?.imageId], [null, null]);
    await gone(spec);
    assert.deepEqual(ofServer(spec.serverId), []);
  });

  test('whoever asks again after a crash waits for the volumes that cinder fills already', async (t) => {
    const spec = kit.makeSpec();
    double.hold();
    t.after(() => double.goOn());
    const crashed = kit.again({ patienceMs: 50 });
    // Both are asked for at once. On a busy machine it may crash before it has asked for either.
    await kit.untilDone(
      () => crashed.ensureRunning(spec, signal),
      ({ power }) => power === 'starting' && ofServer(spec.serverId).length === 2,
    );
    const filled = ofServer(spec.serverId);
    assert.deepEqual(
      filled.map(({ status }) => status),
      ['creating', 'creating'],
    );
    assert.equal((await kit.again({ patienceMs: 50 }).ensureRunning(spec, signal)).power, 'starting');
    double.goOn();
    await kit.running(spec);
    assert.deepEqual(ofServer(spec.serverId), filled);
    await gone(spec);
  });

  for (const fate of ['lost', 'dropped'] as const) {
    test(`nothing outlives a machine that is given up, wherever its making died (each answer ${fate})`, async () => {
      for (let n = 1, reached = true; reached; n += 1) {
        assert.ok(n < CHANGES_MAX);
        const spec = kit.makeSpec();
        const came = diesAt(n, fate);
        await kit.engine.ensureRunning(spec, signal).catch(() => undefined);
        reached = came();
        double.faults.rules = [];
        // What was asked for and not answered may be on its way: for 90 seconds nobody asks again. Here it is given up.
        await gone(spec);
        assert.deepEqual(
          [ofServer(spec.serverId), double.servers().filter(({ metadata }) => metadata[SERVER] === spec.serverId)],
          [[], []],
        );
        assert.deepEqual(
          (await kit.engine.leftovers(signal)).filter(({ serverId }) => serverId === spec.serverId),
          [],
          `at change ${n}`,
        );
      }
    });

    test(`a backup is made once and leaves nothing but its image, wherever it dies (each answer ${fate})`, async () => {
      const { serverId } = await running();
      for (let n = 1, reached = true; reached; n += 1) {
        assert.ok(n < CHANGES_MAX);
        const backupId = `bkp_${fate}${n}`;
        const came = diesAt(n, fate);
        let state = '';
        for (let tries = 0; state !== 'ready' && tries < 2000; tries += 1) {
          // Each look is another process's: none remembers anything.
          const engine = kit.again();
          const seen = await (
            state === 'creating' ? engine.observeBackup(backupId, signal) : engine.backup(serverId, backupId, signal)
          ).catch(() => null);
          state = seen?.state ?? state;
          await sleep(2);
        }
        reached = came();
        double.faults.rules = [];
        assert.equal(state, 'ready', `at change ${n}`);
        assert.deepEqual(ofBackup(backupId), { snapshots: 0, copies: 0, images: 1 }, `at change ${n}`);
        await kit.engine.deleteBackup(backupId, signal);
        assert.deepEqual(ofBackup(backupId), { snapshots: 0, copies: 0, images: 0 });
      }
    });
  }

  test('a backup that is deleted leaves nothing, however far it was, whoever looks afterwards', async () => {
    const { serverId } = await running();
    for (let looks = 0, state = ''; state !== 'ready'; looks += 1) {
      const backupId = `bkp_given${looks}`;
      state = (await kit.engine.backup(serverId, backupId, signal)).state;
      for (let n = 0; n < looks && state !== 'ready'; n += 1) {
        await sleep(4);
        state = (await kit.engine.observeBackup(backupId, signal)).state;
      }
      await kit.engine.deleteBackup(backupId, signal);
      await kit.untilBackup(backupId, 'absent');
      assert.deepEqual(ofBackup(backupId), { snapshots: 0, copies: 0, images: 0 }, `after ${looks} looks`);
    }
  });

  test('a machine that is removed while it is backed up takes its disk with it, and the backup has failed or is whole', async () => {
    const spec = await running();
    await kit.engine.backup(spec.serverId, 'bkp_orphaned', signal);
    await gone(spec);
    assert.deepEqual(ofServer(spec.serverId), []);
    let state = 'creating';
    for (let tries = 0; state === 'creating' && tries < 2000; tries += 1) {
      await sleep(2);
      ({ state } = await kit.engine.observeBackup('bkp_orphaned', signal));
    }
    assert.match(state, /^(failed|ready|absent)$/);
    await kit.engine.deleteBackup('bkp_orphaned', signal);
    await kit.untilBackup('bkp_orphaned', 'absent');
    assert.deepEqual(ofBackup('bkp_orphaned'), { snapshots: 0, copies: 0, images: 0 });
  });

  test('an upload that fails is tried again, and a backup of which several did has failed', async () => {
    const { serverId } = await running();
    double.faults.nextUploadFails(() => true);
    await kit.engine.backup(serverId, 'bkp_second', signal);
    await kit.untilBackup('bkp_second', 'ready');
    for (let n = 0; n < UPLOADS_MAX; n += 1) double.faults.nextUploadFails(() => true);
    await kit.engine.backup(serverId, 'bkp_never', signal);
    await kit.untilBackup('bkp_never', 'failed');
    assert.deepEqual((await kit.engine.listBackups(signal)).map(({ backupId }) => backupId).toSorted(), ['bkp_never', 'bkp_second']);
    await kit.engine.deleteBackup('bkp_never', signal);
    await kit.untilBackup('bkp_never', 'absent');
  });

  test('an upload whose glance went away is given up by cinder, which cannot remove its image, and is tried again', async () => {
    const { serverId } = await running();
    const backupId = 'bkp_glance';
    const late = kit.again({ clock: { ...systemClock(), wall: () => addMs(new Date(), 5 * MINUTE_MS) } });
    await kit.engine.backup(serverId, backupId, signal);
    const uploads = () => double.asked.filter(({ body }) => body.includes('os-volume_upload_image')).length;
    for (const before = uploads(); uploads() === before;) await kit.engine.observeBackup(backupId, signal);
    await double.faults.down('image');
    await sleep(100);
    await double.faults.up('image');
    assert.equal((await kit.engine.observeBackup(backupId, signal)).state, 'creating', 'it may be on its way');
    while ((await late.observeBackup(backupId, signal)).state !== 'ready') await sleep(5);
    assert.deepEqual(ofBackup(backupId), { snapshots: 0, copies: 0, images: 1 });
    await kit.engine.deleteBackup(backupId, signal);
    await gone({ ...kit.makeSpec(), serverId });
  });

  test('quotas of volumes that are reached are said to be one, and nothing is kept', async () => {
    const { quota } = double.volumes;
    for (const limit of [double.volumes.volumes.size, double.volumes.volumes.size + 1]) {
      quota.volumes = limit;
      const spec = kit.makeSpec();
      await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('quota'));
      quota.volumes = -1;
      await gone(spec);
      assert.deepEqual(ofServer(spec.serverId), []);
    }
  });

  test('a volume that cinder cannot make is no capacity, and nothing of it is kept', async () => {
    const spec = kit.makeSpec();
    const failing = setInterval(() => {
      for (const volume of double.volumes.volumes.values()) if (volume.status === 'creating') volume.status = 'error';
    }, 1);
    await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('no_capacity'));
    clearInterval(failing);
    await gone(spec);
    assert.deepEqual(ofServer(spec.serverId), []);
  });
});
