import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { BackupStorage } from '../../server/src/db/backup/backup-storage.ts';
import { listBaseBackups, listWal } from '../../server/src/db/backup/backup-place.ts';
import { folderStorage } from '../../server/src/db/backup/folder-storage.ts';
import { createS3Client } from '../../server/src/db/backup/s3/s3-client.ts';
import { s3Storage } from '../../server/src/db/backup/s3/s3-storage.ts';
import { placeKinds } from '../../server/src/db/testing/backup-places.ts';
import { startFaultyS3, type FaultyS3 } from '../../server/src/db/testing/faulty-s3.ts';
import { startRealS3 } from '../../server/src/db/testing/real-s3.ts';
import { addSshKey, expectData } from '../testing/boreal-process-client.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { freePort, until, type BorealProcess, type Environment } from '../testing/boreal-process.ts';

const WithId = z.object({ id: z.string() });
const Backups = z.object({ items: z.array(z.object({ id: z.string(), logUntil: z.iso.datetime().nullable() })) });

for (const kind of placeKinds) {
  describe(`a Boreal whose disk dies, and whose backups are in a ${kind}`, () => promises(kind));
}

interface Place {
  readonly settings: Environment;
  readonly storage: BackupStorage;
  /** Only a bucket can be made not to answer. */
  readonly faulty: FaultyS3 | null;
  close(): Promise<void>;
}

async function openPlace(kind: (typeof placeKinds)[number]): Promise<Place> {
  if (kind === 'folder') {
    const folder = await mkdtemp(join(tmpdir(), 'boreal-backups-'));
    const close = () => rm(folder, { recursive: true, force: true });
    return { settings: { BOREAL_BACKUP_DIR: folder }, storage: folderStorage(folder), faulty: null, close };
  }
  const s3 = await startRealS3();
  const bucket = { ...(await s3.newBucket()), prefix: 'boreal/' };
  const faulty = await startFaultyS3(bucket);
  return {
    settings: {
      BOREAL_BACKUP_BUCKET: `s3://${bucket.bucket}/boreal`,
      BOREAL_BACKUP_ENDPOINT: faulty.settings.endpoint,
      AWS_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
    },
    storage: s3Storage(createS3Client(bucket, () => new Date())),
    faulty,
    async close() {
      faulty.close();
      await s3.close();
    },
  };
}

function promises(kind: (typeof placeKinds)[number]): void {
  let home: BorealHome;
  let place: Place;
  let environment: Environment = {};
  let boreal: BorealProcess;
  before(async () => {
    home = await makeBorealHome();
    place = await openPlace(kind);
    environment = {
      BOREAL_PORT: String(await freePort()),
      ...place.settings,
      BOREAL_BACKUP_KEY: randomBytes(32).toString('base64'),
    };
    boreal = await home.start(environment);
  });
  after(async () => {
    await home.close();
    await place.close();
  });

  const operate = (...args: string[]) => operator({ ...environment, BOREAL_DATA_DIR: home.dataDir }, ...args);
  async function done(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await operate(...args);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    return stdout;
  }
  const backups = async () => Backups.parse(JSON.parse(await done('backup', 'list', '--json'))).items;

  test('has everything again that was stored, or what was at a moment, proven before it serves', async () => {
    const [customer] = (await home.demo()).customers;
    const key = customer.restKey;
    const sshKeyId = await addSshKey(boreal, key);
    const deploy = async (name: string) =>
      (
        await expectData(
          boreal,
          { method: 'POST', path: '/servers', key, json: { productId: 'l4-x1', sshKeyId, name } },
          { status: 201, data: WithId },
        )
      ).id;
    const names = async () => {
      const list = await expectData(boreal, { path: '/servers', key }, { data: z.array(z.object({ name: z.string() })) });
      return list.map(({ name }) => name).toSorted();
    };
    await until(
      'the first backup is made by itself',
      60_000,
      () => listBaseBackups(place),
      (found) => found.length === 1,
    );
    await deploy('first');
    assert.match(await done('backup', 'create'), /Backed up in .*: \d{8}T\d{9}Z, \d+\.\d MB\./);
    await sleep(100);
    const moment = new Date().toISOString();
    await sleep(100);
    await deploy('second');
    // What the next minute would do by itself.
    const last = await home.inDatabase(async (db) => {
      const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_switch_wal()) as name`.execute(db.sql);
      return rows[0]?.name ?? '';
    });
    const systems = async () => (await place.storage.list('')).folders;
    const stored = async () => (await Promise.all((await systems()).map((system) => listWal(place, system)))).flat();
    await until('the log is stored', 60_000, stored, (all) => all.some(({ name }) => name === last));
    if (place.faulty) await isToldWhileAway(place.faulty);
    await deploy('lost with the disk');

    const postmaster = await home.postmasterPid();
    await boreal.end('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await until('its Postgres ends', 60_000, home.postgresPids, (pids) => pids.length === 0);
    await rm(home.dataDir, { recursive: true });

    const wrong = await operator(
      { ...environment, BOREAL_DATA_DIR: home.dataDir, BOREAL_BACKUP_KEY: randomBytes(32).toString('base64') },
      'backup',
      'restore',
    );
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /damaged, or was made with another key/);
    await rm(home.dataDir, { recursive: true, force: true });

    assert.match(await done('backup', 'restore', '--at', moment), /Every check of the ledger holds/);
    boreal = await home.start(environment);
    assert.deepEqual(await names(), ['first']);
    await boreal.end('SIGTERM');
    await rm(home.dataDir, { recursive: true });

    const [, own] = (await backups()).map(({ id }) => id);
    assert.match(
      await done('backup', 'restore', own ?? ''),
      /Restored from .* and \d+ segments? of the log since\. Every check of the ledger holds\./,
    );
    assert.match((await operate('backup', 'restore')).stderr, /is not empty\. Nothing is overwritten/);
    boreal = await home.start(environment);
    assert.match(await done('backup', 'verify'), /checks of the ledger hold\. Nothing of it is kept\./);
    await done('ledger', 'verify');
    for (const secret of ['BOREAL_BACKUP_KEY', 'AWS_SECRET_ACCESS_KEY']) {
      const value = environment[secret];
      assert.ok(value === undefined || !boreal.stderr().includes(value), secret);
    }
  });

  /** Nothing of the product waits for the bucket, and whoever asks the doctor hears of it. */
  async function isToldWhileAway(faulty: FaultyS3): Promise<void> {
    assert.match((await operate('doctor', '--all')).stdout, /What is removed from the bucket .* is gone/);
    faulty.plan(() => 'cut');
    const away = await operate('doctor', '--all');
    assert.equal(away.code, 1);
    assert.match(away.stdout, /bucket of the backups.*cannot be reached/s);
    assert.match((await operate('backup', 'list')).stderr, /s3:\/\/.*cannot be reached/);
    faulty.plan(() => null);
    assert.match(await done('backup', 'list'), /\d{8}T\d{9}Z/);
  }
}
