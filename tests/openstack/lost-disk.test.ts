import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { listBaseBackups, listWal } from '../../server/src/db/backup/backup-place.ts';
import { folderStorage } from '../../server/src/db/backup/folder-storage.ts';
import { until } from '../testing/boreal-process.ts';
import { startDoubledOpenstack } from '../testing/doubled-openstack.ts';
import type { OpenstackCloud } from '../testing/openstack-cloud.ts';

const ENGINES = ['theirs', 'ours'] as const;
/** A worker that did not rest would sweep several times meanwhile. */
const SWEEPS_MS = 10_000;
const WITHIN_MS = 60_000;
const Credits = z.object({ transactions: z.array(z.object({ type: z.string(), serverId: z.string().nullable() })) });

// What a restored database lives with: machines that were never told that it was away.
let folder: string;
let cloud: OpenstackCloud;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-backups-'));
  const key = randomBytes(32).toString('base64');
  cloud = (await startDoubledOpenstack({ BOREAL_BACKUP_DIR: folder, BOREAL_BACKUP_KEY: key })).cloud;
});
after(async () => {
  await cloud.close();
  await rm(folder, { recursive: true, force: true });
});

test('a Boreal that was killed and lost its disk has its servers, its money and its engines again from its backups', async () => {
  const place = { storage: folderStorage(folder) };
  const { disk, machinesOf } = cloud.sold;
  const [known, ended] = [await cloud.deploy('l4-x1'), await cloud.deploy('l4-x1')];
  const first = await cloud.rests(known, 'ACTIVE');
  await cloud.rests(ended, 'ACTIVE');
  await disk.write(first, 'mine');
  await until(
    'a first backup is made by itself',
    WITHIN_MS,
    () => listBaseBackups(place),
    ({ length }) => length > 0,
  );
  const credit = await cloud.balance();
  await sleep(100);
  const moment = new Date().toISOString();
  await sleep(100);
  // It goes on after a kill, and its engines count with it: the copy is older than they are.
  await cloud.killed();

  const since = await cloud.deploy('l4-x1');
  const later = await cloud.rests(since, 'ACTIVE');
  await disk.write(later, 'since');
  await cloud.remove(ended);
  await until(
    'the machine is gone',
    WITHIN_MS,
    () => machinesOf(ended),
    (count) => count === 0,
  );
  const last = await cloud.home.inDatabase(async (db) => {
    const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_switch_wal()) as name`.execute(db.sql);
    return rows[0]?.name ?? '';
  });
  const stored = async () => (await Promise.all((await place.storage.list('')).folders.map((system) => listWal(place, system)))).flat();
  await until('the log is stored', WITHIN_MS, stored, (all) => all.some(({ name }) => name === last));

  await cloud.diskLost();
  assert.match(await cloud.operate('backup', 'restore', '--at', moment), /Every check of the ledger holds/);
  await cloud.started();

  // Nobody has said that the other one is gone.
  for (const engine of ENGINES) assert.match(cloud.boreal.stdout(), new RegExp(`Another Boreal drives the engine ${engine}`));
  await cloud.isSoldOut('l4-x1');
  await cloud.act(known, 'stop');
  await sleep(SWEEPS_MS);
  assert.deepEqual(await Promise.all([known, since, ended].map(machinesOf)), [1, 1, 0]);
  assert.equal(await cloud.answers(first.ipv4 ?? ''), true);
  assert.equal(await cloud.balance(), credit, 'nothing is billed');

  for (const engine of ENGINES) await cloud.operate('engine', 'take-over', engine, '--confirm', engine);
  await cloud.rests(known, 'STOPPED');
  await cloud.act(known, 'start');
  const again = await cloud.rests(known, 'ACTIVE');
  assert.deepEqual([again.ipv4, await disk.read(again)], [first.ipv4, 'mine']);
  await cloud.rests(ended, 'ERROR');
  await until('what had ended is found', WITHIN_MS, async () =>
    (await cloud.operate('restore', 'settle', '--engine', 'theirs', '--all', '--preview')).includes('1 server would be settled'),
  );
  assert.match(await cloud.operate('restore', 'settle', '--engine', 'theirs', '--all'), /Settled 1 server/);
  await cloud.rests(ended, 'DELETED');
  const orphans = await cloud.operate('orphan', 'list', '--engine', 'theirs');
  assert.match(orphans, new RegExp(since));
  assert.doesNotMatch(orphans, new RegExp(`${known}|${ended}`));
  assert.match(await cloud.operate('orphan', 'adopt', '--engine', 'theirs', '--all', '--charge', 'start'), /Adopted 1 server/);
  const adopted = await cloud.rests(since, 'ACTIVE');
  assert.deepEqual([adopted.ipv4, await disk.read(adopted)], [later.ipv4, 'since']);

  // Each has paid the one hour that it began, before the copy or after it; the one that had ended has the rest of its hour back.
  const { transactions } = await cloud.send({ path: '/credits' }, { data: Credits });
  const moved = (type: string) => transactions.filter((one) => one.type === type).map(({ serverId }) => serverId);
  assert.deepEqual(moved('usage').toSorted(), [known, ended, since].toSorted());
  assert.deepEqual(moved('refund'), [ended]);
  await cloud.operate('ledger', 'verify');
  for (const id of [known, since]) await cloud.remove(id);
  await cloud.nothingIsLeft();
  await cloud.operate('ledger', 'verify');
});
