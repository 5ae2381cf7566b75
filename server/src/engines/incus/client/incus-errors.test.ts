import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causeOf, IncusError, isDisturbed, isMemberSilent, isNotFound, isOverdue, tornImage } from './incus-errors.ts';

const FINGERPRINT = '09dc7972803d29572006d8fb694d7e315205dd919572c79536015e0e64d2b691';

test('half a copy of an image is told from anything else that is taken', () => {
  const of = (type: string) =>
    `Failed creating instance from image: Error inserting volume "${FINGERPRINT}" for project "default" in pool "default" of type "${type}" ` +
    `into database "UNIQUE constraint failed: index 'storage_volumes_unique_storage_pool_id_node_id_project_id_name_type'"`;
  assert.equal(tornImage(new IncusError(400, of('images'))), FINGERPRINT);
  assert.equal(tornImage(new IncusError(400, of('containers'))), null);
  assert.equal(tornImage(new IncusError(409, 'Instance "srv-1" already exists')), null);
  assert.equal(tornImage(new Error(of('images'))), null);
});

test('a wait that is over is told from work that took too long', () => {
  assert.ok(isOverdue(new IncusError(500, 'context deadline exceeded')));
  assert.ok(!isOverdue(new IncusError(400, 'Failed starting: context deadline exceeded')));
});

test('what passes by itself once Incus has come up is no failure of the machine', () => {
  const error = new IncusError(400, 'Failed pre-start check for device "eth0": Network "guests" unavailable on this server');
  assert.equal(causeOf(error), 'timeout');
});

test('rules that are not there are told from others that went while Incus looked through all of them', () => {
  for (const message of ['Failed getting ACL usage: Network ACL not found', 'Failed getting ACL network usage: Network ACL not found']) {
    const error = new IncusError(404, message);
    assert.deepEqual([isDisturbed(error), isNotFound(error), causeOf(error)], [true, false, 'timeout']);
  }
  const own = new IncusError(404, 'Network ACL not found');
  assert.deepEqual([isDisturbed(own), isNotFound(own)], [false, true]);
});

test('only a machine that is not there is gone', () => {
  assert.equal(causeOf(new IncusError(404, 'Instance not found')), 'gone');
  assert.equal(causeOf(new IncusError(404, 'Network ACL not found')), 'unknown');
});

test('an Incus that is busy, between two lives or without a leader has refused nothing for good', () => {
  for (const error of [
    new IncusError(503, 'no available cowsql leader server found'),
    new IncusError(500, 'Failed to begin transaction: database is locked'),
    new IncusError(500, 'sql: database is closed'),
    new IncusError(500, 'Incus is shutting down'),
    new IncusError(400, 'The source is currently offline'),
    new IncusError(500, 'peer node 10.0.0.3:8443 is down'),
    new IncusError(500, 'Get "https://10.0.0.2:8443/1.0": EOF'),
    new IncusError(400, 'Instance is busy running a "stop" operation'),
    new IncusError(400, 'Failed creating instance delete operation: A matching non-reusable operation has now succeeded'),
  ])
    assert.equal(causeOf(error), 'timeout', error.message);
});

test('a member of a cluster that does not answer is told from one that says it cannot now', () => {
  for (const message of [
    'Unable to connect to: 10.0.0.2:8443',
    'Get "https://10.0.0.2:8443": dial tcp: connection refused',
    'Get "https://10.0.0.2:8443": EOF',
    "Server isn't ready yet",
    'Missing event connection with target cluster member',
  ])
    assert.ok(isMemberSilent(new IncusError(500, message)), message);
  for (const error of [
    new IncusError(500, 'Failed to begin transaction: context deadline exceeded'),
    new IncusError(500, 'Failed to begin transaction: sql: database is closed'),
    new IncusError(503, 'no available cowsql leader server found'),
    new IncusError(404, 'Instance not found'),
  ])
    assert.ok(!isMemberSilent(error), error.message);
});

test('a card is blamed only in words of Incus: what the hooks of its driver say may be a guest’s doing', () => {
  for (const [message, cause] of [
    ['Failed to start device "gpu0": Failed to detect requested GPU device', 'gpu'],
    ['Failed to start device "gpu1": No device found', 'gpu'],
    ['Failed to run hook: nvidia-container-cli: mount error: /usr/bin/nvidia-smi is a directory', 'no_capacity'],
  ] as const) {
    assert.equal(causeOf(new IncusError(400, message)), cause, message);
  }
});
