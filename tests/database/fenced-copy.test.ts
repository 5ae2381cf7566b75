import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { addSshKey, call, deploy, untilActive } from '../testing/boreal-process-client.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { until, type BorealProcess } from '../testing/boreal-process.ts';

const Engines = z.object({ items: z.array(z.object({ name: z.string(), fencedAt: z.string().nullable() })) });

/** What a database did for money and mail, which a copy must not do once more. */
async function traces(home: BorealHome): Promise<unknown> {
  return home.inDatabase(async (db) => {
    const { rows } = await sql`
      select (select max(billed_through) from meter_marks)::text as meter, (select count(*)::int from usage_hours) as hours,
        (select count(*)::int from transfers) as transfers
    `.execute(db.sql);
    return rows;
  });
}

describe('a Boreal that is started on an older copy of its database', () => {
  let home: BorealHome;
  let boreal: BorealProcess;
  let key: string;
  let sshKeyId: string;
  let serverId: string;
  before(async () => {
    home = await makeBorealHome();
    boreal = await home.start();
    key = (await home.demo()).customers[0].restKey;
    sshKeyId = await addSshKey(boreal, key);
    serverId = await deploy(boreal, key, { productId: 'l4-x1', sshKeyId, name: 'kept' });
    await untilActive(boreal, key, serverId);
    await boreal.end('SIGTERM');
    // What a newer database has written on the engine meanwhile.
    await home.inStoppedDatabase((db) => sql`update simulated_engine.holder set epoch = epoch + 100`.execute(db.sql));
    boreal = await home.start();
  });
  after(() => home.close());

  const operate = (...args: string[]) => operator({ BOREAL_DATA_DIR: home.dataDir }, ...args);
  const machine = () =>
    home.inDatabase(async (db) => {
      const { rows } = await sql`select via, version from simulated_engine.machine where server_id = ${serverId}`.execute(db.sql);
      return rows;
    });
  const order = () => call(boreal, { method: 'POST', path: '/servers', key, json: { productId: 'l4-x1', sshKeyId, name: 'other' } });

  test('says so at its start, in its log, and to whoever asks, with what to type', async () => {
    const command = 'engine take-over simulated --confirm simulated';
    assert.match(boreal.stdout(), new RegExp(`The simulated engine is not ready:\n +- Another Boreal drives .*${command}`));
    assert.match(boreal.stderr(), /"level":(50|"error").*Another Boreal drives the engine simulated/);
    const list = await operate('engine', 'list', '--json');
    assert.ok(Engines.parse(JSON.parse(list.stdout)).items[0]?.fencedAt);
    assert.match((await operate('engine', 'list')).stdout, /another Boreal, seen /);
    for (const asked of [['engine', 'check'], ['doctor']]) {
      const { code, stdout } = await operate(...asked);
      assert.equal(code, 1);
      assert.ok(stdout.includes(command), stdout);
    }
  });

  test('sells nothing, bills nothing and touches no machine, whatever customers ask', async () => {
    const [before, machineBefore] = [await traces(home), await machine()];
    assert.equal((await order()).status, 409);
    assert.equal((await call(boreal, { method: 'DELETE', path: `/servers/${serverId}`, key })).status, 200);
    // A worker that did not rest would sweep and bill several times meanwhile.
    await sleep(8000);
    assert.deepEqual(await machine(), machineBefore);
    assert.deepEqual(await traces(home), before);
    assert.match((await operate('orphan', 'list')).stderr, /Another Boreal drives/);
  });

  test('goes on once it is told that it is the one', async () => {
    const wrong = await operate('engine', 'take-over', 'simulated', '--confirm', 'incus');
    assert.match(wrong.stderr, /--confirm must be simulated: nothing was taken over/);
    const done = await operate('engine', 'take-over', 'simulated', '--confirm', 'simulated');
    assert.equal(done.code, 0, done.stderr);
    assert.match(done.stdout, /This Boreal drives the engine simulated now/);
    await until('the server that was deleted meanwhile is gone', 60_000, machine, (rows) => rows.length === 0 || isGoing(rows));
    await until('it sells again', 60_000, order, ({ status }) => status === 201);
    assert.equal((await operate('engine', 'check')).code, 0);
  });
});

function isGoing(rows: readonly unknown[]): boolean {
  return z.array(z.object({ via: z.literal('deleting') })).safeParse(rows).success;
}
