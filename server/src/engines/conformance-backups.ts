import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineError, type ConformanceKit } from './conformance-kit.ts';
import type { MachineSpec } from './engine.ts';

/** The promises of the port about backups; part of `engineConformance`. */
export function backupConformance(open: () => ConformanceKit): void {
  const { signal } = new AbortController();
  let made = 0;
  const newBackupId = () => `bkp_test${(made += 1)}`;

  async function running(overrides?: Partial<MachineSpec>): Promise<MachineSpec> {
    const { engine, makeSpec, until } = open();
    const spec = makeSpec(overrides);
    await engine.ensureRunning(spec, signal);
    await until(spec.serverId, 'running');
    return spec;
  }
  async function backedUp(serverId: string): Promise<string> {
    const backupId = newBackupId();
    await open().engine.backup(serverId, backupId, signal);
    await open().untilBackup(backupId, 'ready');
    return backupId;
  }
  const listed = async (backupId: string) => (await open().engine.listBackups(signal)).filter((backup) => backup.backupId === backupId);

  for (const times of [1, 2]) {
    test(`a backup of a running machine is made once, has a size, and the machine runs on (each call ${times}x)`, async () => {
      const { engine, untilBackup, until } = open();
      const { serverId } = await running();
      const backupId = newBackupId();
      for (let turn = 0; turn < times; turn += 1) {
        const { state } = await engine.backup(serverId, backupId, signal);
        assert.ok(state === 'creating' || state === 'ready', state);
      }
      const backup = await untilBackup(backupId, 'ready');
      assert.ok((backup.sizeGb ?? 0) > 0);
      assert.deepEqual(await engine.backup(serverId, backupId, signal), backup);
      assert.deepEqual(await listed(backupId), [backup]);
      assert.equal((await until(serverId, 'running')).failure, null);
    });

    test(`a deleted backup is absent and no longer listed (each call ${times}x)`, async () => {
      const { engine, untilBackup } = open();
      const { serverId } = await running();
      const backupId = await backedUp(serverId);
      for (let turn = 0; turn < times; turn += 1) await engine.deleteBackup(backupId, signal);
      assert.deepEqual(await untilBackup(backupId, 'absent'), { backupId, state: 'absent', sizeGb: null });
      assert.deepEqual(await listed(backupId), []);
    });
  }

  test('a stopped machine can be backed up', async () => {
    const { engine, until } = open();
    const { serverId } = await running();
    await engine.ensureStopped(serverId, signal);
    await until(serverId, 'stopped');
    await backedUp(serverId);
    assert.equal((await engine.observe(serverId, signal)).power, 'stopped');
  });

  test('no backup is made of a machine that is not there or is hibernated', async () => {
    const { engine, makeSpec, until } = open();
    const none = newBackupId();
    assert.equal((await engine.backup(makeSpec().serverId, none, signal)).state, 'absent');
    const { serverId } = await running();
    await engine.ensureHibernated(serverId, signal);
    await until(serverId, 'hibernated');
    assert.equal((await engine.backup(serverId, none, signal)).state, 'absent');
    assert.deepEqual(await listed(none), []);
  });

  test('a backup nobody made is absent, and deleting it is a success', async () => {
    const backupId = newBackupId();
    const absent = { backupId, state: 'absent', sizeGb: null };
    assert.deepEqual(await open().engine.observeBackup(backupId, signal), absent);
    assert.deepEqual(await open().engine.deleteBackup(backupId, signal), absent);
  });

  test('a backup that is being made can be deleted', async () => {
    const { engine, untilBackup } = open();
    const { serverId } = await running();
    const backupId = newBackupId();
    await engine.backup(serverId, backupId, signal);
    await engine.deleteBackup(backupId, signal);
    assert.equal((await untilBackup(backupId, 'absent')).state, 'absent');
  });

  test('a machine made from a backup has the system disk of then, not what came later, and no work disk', async (t) => {
    const { engine, disks } = open();
    if (!disks) return t.skip('the disks of this engine cannot be read');
    const source = await running();
    await disks.write(source.serverId, 'system', 'saved');
    await disks.write(source.serverId, 'work', 'scratch');
    const backupId = await backedUp(source.serverId);
    await disks.write(source.serverId, 'system', 'later');
    const copy = await running({ fromBackupId: backupId });
    assert.equal(await disks.read(copy.serverId, 'system'), 'saved');
    assert.notEqual(await disks.read(copy.serverId, 'work'), 'scratch');
    assert.equal(await disks.read(source.serverId, 'system'), 'later');
    await disks.write(copy.serverId, 'system', 'its own');
    assert.equal(await disks.read((await running({ fromBackupId: backupId })).serverId, 'system'), 'saved');
    await engine.deleteBackup(backupId, signal);
    assert.equal(await disks.read(copy.serverId, 'system'), 'its own');
  });

  test('a backup outlives its machine', async () => {
    const { engine, until, untilBackup } = open();
    const { serverId } = await running();
    const backupId = await backedUp(serverId);
    await engine.ensureGone(serverId, signal);
    await until(serverId, 'absent');
    await untilBackup(backupId, 'ready');
    await running({ fromBackupId: backupId });
  });

  test('a machine is not made from a backup that is not there', async () => {
    const { engine, makeSpec } = open();
    const spec = makeSpec({ fromBackupId: newBackupId() });
    await assert.rejects(engine.ensureRunning(spec, signal), engineError('image_missing'));
    assert.equal((await engine.observe(spec.serverId, signal)).power, 'absent');
  });

  test('a machine that is made already starts although its backup is gone', async () => {
    const { engine, until } = open();
    const backupId = await backedUp((await running()).serverId);
    const spec = await running({ fromBackupId: backupId });
    await engine.deleteBackup(backupId, signal);
    await engine.ensureStopped(spec.serverId, signal);
    await until(spec.serverId, 'stopped');
    await engine.ensureRunning(spec, signal);
    await until(spec.serverId, 'running');
  });

  test('a backup that fails says so, cannot be restored, and can be deleted', async (t) => {
    const { engine, faults, makeSpec, untilBackup } = open();
    if (!faults?.nextBackupFails) return t.skip('nothing can be made to fail in this engine');
    const { serverId } = await running();
    await faults.nextBackupFails(serverId);
    const backupId = newBackupId();
    await engine.backup(serverId, backupId, signal);
    assert.deepEqual(await untilBackup(backupId, 'failed'), { backupId, state: 'failed', sizeGb: null });
    await assert.rejects(engine.ensureRunning(makeSpec({ fromBackupId: backupId }), signal), engineError('image_missing'));
    await engine.deleteBackup(backupId, signal);
    await untilBackup(backupId, 'absent');
    await backedUp(serverId);
  });

  test('asking again after a lost answer makes no second backup', async (t) => {
    const { engine, faults, untilBackup } = open();
    if (!faults?.nextAnswerLost) return t.skip('nothing can be made to fail in this engine');
    const { serverId } = await running();
    const backupId = newBackupId();
    await faults.nextAnswerLost('backup', serverId);
    await assert.rejects(engine.backup(serverId, backupId, signal), engineError());
    await engine.backup(serverId, backupId, signal);
    await untilBackup(backupId, 'ready');
    assert.equal((await listed(backupId)).length, 1);
  });

  test('a machine of a lost host is not backed up', async (t) => {
    const { engine, faults, until } = open();
    const lostHosts = faults?.lostHosts;
    if (!lostHosts) return t.skip('no host of this engine can be lost');
    const { serverId, hostName } = await running();
    await lostHosts.hostLost(hostName);
    try {
      // Some engines notice it only after a while.
      await until(serverId, 'unreachable');
      await assert.rejects(engine.backup(serverId, newBackupId(), signal), engineError());
    } finally {
      await lostHosts.hostBack(hostName);
    }
    // The engine may report it again only some seconds later.
    await until(serverId, 'running');
    await backedUp(serverId);
  });

  test('a backup that no row knows is listed and can be deleted', async (t) => {
    const { engine, plantBackup, untilBackup } = open();
    if (!plantBackup) return t.skip('this engine has no way around it');
    const backupId = newBackupId();
    await plantBackup(backupId);
    assert.equal((await listed(backupId)).length, 1);
    await engine.deleteBackup(backupId, signal);
    await untilBackup(backupId, 'absent');
  });
}
