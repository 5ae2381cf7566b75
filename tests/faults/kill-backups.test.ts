import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Backups } from '../../contract/servers/backups.ts';
import type { Database } from '../../server/src/db/connect.ts';
import { seedOf, unitAt } from '../../server/src/engines/simulated/seeded.rules.ts';
import { busyServers, checkInvariants, storedBackupIds } from '../testing/boreal-process-checks.ts';
import { addSshKey, call, deploy, expectData, untilActive, type CallAnswer } from '../testing/boreal-process-client.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { freePort, until, type BorealProcess } from '../testing/boreal-process.ts';

const SEED = process.env['BOREAL_KILL_SEED'] ?? randomUUID().slice(0, 8);
const KILLS = 4;
/** A backup takes the simulated engine one or two seconds: as long as a process lives here. */
const SCALE = 60;

describe('a Boreal that is killed while it makes backups', () => {
  let home: BorealHome;
  beforeEach(async () => {
    home = await makeBorealHome();
  });
  afterEach(() => home.close());

  test(`${KILLS} times has made each one or says that it failed, and stores none that no row knows`, async (t) => {
    t.diagnostic(`BOREAL_KILL_SEED=${SEED}`);
    const seed = seedOf(SEED, 'backups');
    const environment = { BOREAL_PORT: String(await freePort()), BOREAL_TIME_SCALE: String(SCALE) };
    let boreal = await home.start(environment);
    const [{ restKey: key }] = (await home.demo()).customers;
    const serverIds = await deployWithBackups(boreal, key, 3);

    let interrupted = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (const serverId of serverIds) await backUp(boreal, key, serverId);
      await sleep(unitAt(seed, kill) * 2500);
      await boreal.end('SIGKILL');
      interrupted += await home.inDatabase(countCreating);
      boreal = await home.start(environment);
      await restsSoon(home);
    }
    t.diagnostic(`${interrupted} backups were being made when the process was killed`);

    for (const serverId of serverIds) {
      const { backups } = await viewOf(boreal, key, serverId);
      assert.ok(backups.length > 0, `${serverId} has backups`);
      for (const { id, status } of backups) assert.match(status, /^(ready|failed)$/, id);
      const newest = backups.find(({ status }) => status === 'ready');
      if (newest)
        await expectData(
          boreal,
          { method: 'POST', path: `/servers/${serverId}/backups/${newest.id}/restore`, key },
          { data: z.object({}) },
        );
    }
    await restsSoon(home);
    // What a failed backup leaves behind is removed once it was seen twice, minutes of the product's time apart.
    await home.inDatabase((db) =>
      until(
        'what is stored is what is ready',
        60_000,
        async () => ({ stored: await storedBackupIds(db), ready: await readyIds(db) }),
        ({ stored, ready }) => isDeepStrictEqual(stored, ready),
      ),
    );
    const verified = await operator({ BOREAL_DATA_DIR: home.dataDir }, 'ledger', 'verify');
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    await boreal.end('SIGTERM');
    await home.inStoppedDatabase(checkInvariants);
  });
});

async function deployWithBackups(boreal: BorealProcess, key: string, count: number): Promise<string[]> {
  const sshKeyId = await addSshKey(boreal, key);
  // The whole test takes an hour or two of the product's time; no automatic backup may come in between.
  const hourLocal = (new Date().getUTCHours() + 7) % 24;
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await deploy(boreal, key, { productId: 'l4-x1', sshKeyId }));
  for (const id of ids) {
    await untilActive(boreal, key, id);
    const answer = await call(boreal, { method: 'PUT', path: `/servers/${id}/backups`, key, json: { enabled: true, hourLocal } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
  return ids;
}

/** Begins a manual backup; the oldest one goes when two are kept. */
async function backUp(boreal: BorealProcess, key: string, serverId: string): Promise<void> {
  const path = `/servers/${serverId}/backups`;
  const begin = (): Promise<CallAnswer> => call(boreal, { method: 'POST', path, key });
  let answer = await begin();
  if (answer.error === 'MANUAL_BACKUP_LIMIT') {
    const oldest = (await viewOf(boreal, key, serverId)).backups.findLast(({ kind }) => kind === 'manual');
    assert.equal((await call(boreal, { method: 'DELETE', path: `${path}/${oldest?.id}`, key })).status, 200);
    answer = await begin();
  }
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

async function viewOf(boreal: BorealProcess, key: string, serverId: string): Promise<Backups> {
  return expectData(boreal, { path: `/servers/${serverId}/backups`, key }, { data: Backups });
}

async function restsSoon(home: BorealHome): Promise<void> {
  await home.inDatabase((db) =>
    until(
      'everything rests',
      30_000,
      async () => ({ servers: await busyServers(db), backups: await countCreating(db) }),
      ({ servers, backups }) => servers.length === 0 && backups === 0,
    ),
  );
}

async function countCreating(db: Database): Promise<number> {
  const rows = await db.sql.selectFrom('backups').select('id').where('status', 'in', ['creating', 'deleting']).execute();
  return rows.length;
}

async function readyIds(db: Database): Promise<string[]> {
  const rows = await db.sql.selectFrom('backups').select('id').where('status', '=', 'ready').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
