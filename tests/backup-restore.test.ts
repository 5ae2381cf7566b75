import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { addSshKey, expectData } from './testing/boreal-process-client.ts';
import { operator } from './testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from './testing/boreal-process-home.ts';
import { freePort, until, type BorealProcess, type Environment } from './testing/boreal-process.ts';

const WithId = z.object({ id: z.string() });
const Backups = z.object({ items: z.array(z.object({ id: z.string(), logUntil: z.iso.datetime().nullable() })) });

describe('a Boreal whose disk dies', () => {
  let home: BorealHome;
  let folder = '';
  let environment: Environment = {};
  let boreal: BorealProcess;
  before(async () => {
    home = await makeBorealHome();
    folder = await mkdtemp(join(tmpdir(), 'boreal-backups-'));
    environment = {
      BOREAL_PORT: String(await freePort()),
      BOREAL_BACKUP_DIR: folder,
      BOREAL_BACKUP_KEY: randomBytes(32).toString('base64'),
    };
    boreal = await home.start(environment);
  });
  after(async () => {
    await home.close();
    await rm(folder, { recursive: true, force: true });
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
    await until('the first backup is made by itself', 60_000, backups, (found) => found.length === 1);
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
    await until(
      'the log is stored',
      60_000,
      async () => (await readdir(folder, { recursive: true })).map((path) => basename(path)),
      // By its own name: that of a segment which is being written contains it.
      (names) => names.includes(`${last}.sealed`),
    );
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
    assert.doesNotMatch(boreal.stderr(), new RegExp(environment['BOREAL_BACKUP_KEY'] ?? ''));
  });
});
