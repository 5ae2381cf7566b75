import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { connect, type Database } from '../../server/src/db/connect.ts';
import { addSshKey, expectData } from '../testing/boreal-process-client.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { freePort, until, type BorealProcess } from '../testing/boreal-process.ts';
import { startDebianMachine, whyNoDebianMachine, type DebianMachine } from '../testing/debian-cluster.ts';
import { guideCommands } from '../testing/guide-commands.ts';

const why = whyNoDebianMachine();
const SOON_MS = 120_000;
const WithId = z.object({ id: z.string() });

describe('the guide to backing up a Postgres of one’s own, typed on Debian’s', why === null ? {} : { skip: why }, () => {
  let machine: DebianMachine;
  let home: BorealHome;
  let database: Database;
  let boreal: BorealProcess;
  let environment: { readonly BOREAL_PORT: string; readonly DATABASE_URL: string };
  before(async () => {
    machine = await startDebianMachine();
    home = await makeBorealHome();
    await machine.installPostgres();
    // As the guide to installing says, without a password to be asked for.
    await machine.type(`su postgres -c "psql -c \\"create role boreal login password 'secret'\\""`);
    await machine.type(`su postgres -c 'createdb --owner boreal --encoding UTF8 --template template0 boreal'`);
    environment = { BOREAL_PORT: String(await freePort()), DATABASE_URL: `postgres://boreal:secret@127.0.0.1:${machine.port}/boreal` };
    database = connect({ url: environment.DATABASE_URL, max: 1 });
    boreal = await home.start(environment);
  });
  after(async () => {
    await database.close();
    await home.close();
    await machine.close();
  });

  const operate = async (...args: string[]) => {
    const { code, stdout, stderr } = await operator({ ...environment, BOREAL_DATA_DIR: home.dataDir }, ...args);
    assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };
  /** Types what stands under a heading, with the moment in place of the guide's. `only`: the lines with these words. */
  async function typeUnder(heading: string, { moment = '', only = '' } = {}): Promise<string> {
    const commands = (await guideCommands('operators-guide-backups.md', 'A Postgres of your own')).filter(
      (one) => one.heading === heading && one.text.includes(only),
    );
    assert.ok(commands.length > 0, `nothing is typed under "${heading}"`);
    const printed: string[] = [];
    for (const { text } of commands) {
      // It would change the machine that runs the tests, and is there.
      if (text.startsWith('apt-get install')) continue;
      const typed = text
        .replaceAll('2026-12-01 14:30:00+00', moment.replace('T', ' ').replace('Z', '+00'))
        .replaceAll('2026-12-01T14:30:00Z', moment)
        .replaceAll(/\b15(?=[ /]main)/g, String(machine.major));
      const command = /^npm run operator -- (.*)$/.exec(typed)?.[1];
      printed.push(command === undefined ? await machine.type(typed) : await operate(...command.split(' ')));
    }
    return printed.join('');
  }

  const inDatabase = async <T extends Record<string, unknown>>(query: string): Promise<readonly T[]> =>
    (await database.pool.query<T>(query)).rows;
  /** The machines as they are in the world outside. Of the simulated engine they are rows, which a restore would take along;
   *  the row of one that is gone is cleared away some time. */
  const machines = () => inDatabase(`select * from simulated_engine.machine where to_power <> 'absent' order by server_id`);
  const rememberWorld = () => machine.type(`su postgres -c 'pg_dump --schema=simulated_engine boreal' >/tmp/world.sql`);
  const worldIsAsItWas = () =>
    machine.type(
      `su postgres -c 'psql -q -v ON_ERROR_STOP=1 boreal -c "drop schema simulated_engine cascade"' && su postgres -c 'psql -q -v ON_ERROR_STOP=1 boreal' </tmp/world.sql`,
    );
  const recovered = () =>
    until(
      'all of the log is replayed',
      SOON_MS,
      () => machine.type(`su postgres -c 'psql -Atc "select pg_is_in_recovery()"'`),
      (said) => said.trim() === 'f',
    );
  /** All that was committed so far has left the machine, by itself. */
  async function untilArchived(): Promise<number> {
    const since = performance.now();
    const [written] = await inDatabase<{ readonly name: string }>('select pg_walfile_name(pg_current_wal_insert_lsn()) as name');
    await until(
      'the log is stored',
      SOON_MS,
      () => inDatabase<{ readonly name: string | null }>('select last_archived_wal as name from pg_stat_archiver'),
      ([stored]) => (stored?.name ?? '') >= (written?.name ?? ''),
    );
    return (performance.now() - since) / 1000;
  }

  let key: string;
  let sshKeyId: string;
  const deploy = async (name: string) => {
    const request = { method: 'POST', path: '/servers', key, json: { productId: 'l4-x1', sshKeyId, name } } as const;
    return (await expectData(boreal, request, { status: 201, data: WithId })).id;
  };
  const reaches = (id: string, status: string) =>
    until(
      `${id} is ${status}`,
      SOON_MS,
      async () => (await expectData(boreal, { path: `/servers/${id}`, key }, { data: z.object({ status: z.string() }) })).status,
      (seen) => seen === status,
    );
  let kept: string;
  let sold: string;

  test('the first copy is made and the nightly ones would be, and the doctor has nothing more to say', async () => {
    key = (await home.demo()).customers[0].restKey;
    sshKeyId = await addSshKey(boreal, key);
    assert.match((await operator({ ...environment, BOREAL_DATA_DIR: home.dataDir }, 'doctor')).stdout, /does not archive its log/);
    assert.match(await typeUnder('pgBackRest'), /full backup: \d{8}-\d{6}F[\s\S]*database size/);
    const [{ archive_timeout: patience } = { archive_timeout: '' }] = await inDatabase<{ archive_timeout: string }>('show archive_timeout');
    assert.equal(patience, '45s');
    const nightly = await machine.type(`sed -nE 's/^.* postgres  //p' /etc/cron.d/pgbackrest-boreal`);
    for (const line of nightly.trim().split('\n')) await machine.type(`su postgres -c '${line}'`);
    assert.doesNotMatch((await operator({ ...environment, BOREAL_DATA_DIR: home.dataDir }, 'doctor')).stdout, /archive/);
  });

  test('after a restore to a moment, customers have their machines and their money again', async (t) => {
    kept = await deploy('kept');
    const ended = await deploy('ended since');
    for (const id of [kept, ended]) await reaches(id, 'ACTIVE');
    const [{ now: moment } = { now: '' }] = await inDatabase<{ now: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
    );
    sold = await deploy('sold since');
    await reaches(sold, 'ACTIVE');
    await expectData(boreal, { method: 'DELETE', path: `/servers/${ended}`, key }, { data: z.unknown() });
    await reaches(ended, 'DELETED');
    t.diagnostic(`the log left the machine ${(await untilArchived()).toFixed(0)} s after the last commit, by itself`);

    await boreal.end('SIGTERM');
    const before = await machines();
    await rememberWorld();
    await typeUnder('To go back to a moment of your own Postgres', { moment });
    await recovered();
    await worldIsAsItWas();
    await operate('ledger', 'verify');
    await operate('restore', 'mark', '--take-over', '--at', moment);
    boreal = await home.start(environment);
    const orphans = await until(
      'what the copy does not know is found',
      SOON_MS,
      () => operate('orphan', 'list'),
      (list) => list.includes(sold),
    );
    assert.doesNotMatch(orphans, new RegExp(kept));
    await reaches(ended, 'ERROR');
    await operate('orphan', 'adopt', '--all');
    await until(
      'what has ended since the copy is settled',
      SOON_MS,
      () => operate('restore', 'settle', '--all'),
      (said) => said.includes('Settled 1 server '),
    );
    await reaches(ended, 'DELETED');
    for (const id of [kept, sold]) await reaches(id, 'ACTIVE');
    assert.deepEqual(await machines(), before, 'no machine was touched');
    await operate('ledger', 'verify');
    await typeUnder('After a restore of your own Postgres', { only: 'pgbackrest' });
  });

  test('after the disk was lost, a minute’s work is, and no machine', async () => {
    const late = await deploy('sold before the disk died');
    await reaches(late, 'ACTIVE');
    await untilArchived();
    await boreal.end('SIGKILL');
    const alive = await machines();
    await machine.loseDisk();
    await machine.installPostgres();
    await typeUnder('After the disk of Postgres was lost');
    await recovered();
    await typeUnder('After a restore of your own Postgres', { moment: new Date().toISOString() });
    boreal = await home.start(environment);
    for (const id of [kept, sold, late]) await reaches(id, 'ACTIVE');
    assert.deepEqual(await machines(), alive, 'no machine was touched');
    await operate('ledger', 'verify');
  });
});
