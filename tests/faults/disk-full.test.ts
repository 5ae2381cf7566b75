import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SshKey } from '@boreal/contract/people/ssh-keys.ts';
import { z } from 'zod';
import { call, expectData } from '../testing/boreal-process-client.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { until, type BorealProcess } from '../testing/boreal-process.ts';
import { fillDisk, onSmallDisk, ownSmallDisk } from '../testing/small-disk.ts';
import { freshPublicKey } from '../testing/walk-world.ts';

/** A new database with the demo in it takes some 150 MB. */
const DISK_MB = 320;
const SOON_MS = 60_000;
/** As many keys as an account may have; their rows need new pages long before. */
const WRITES_MAX = 95;

const disk = ownSmallDisk();

if (disk === null) {
  test('a disk that is full stops writes only, until there is room again', (t) => onSmallDisk(t, import.meta.filename, DISK_MB));
} else {
  describe('a disk that is full', () => {
    let home: BorealHome;
    let boreal: BorealProcess;
    let key: string;
    let makeRoom = () => Promise.resolve();
    before(async () => {
      home = await makeBorealHome(disk);
      boreal = await home.start();
      key = (await home.demo()).customers[0].restKey;
    });
    after(async () => {
      await makeRoom();
      await home.close();
    });

    const readiness = async () => {
      const answer = await fetch(`${boreal.siteUrl}/readyz`);
      return {
        code: answer.status,
        wait: answer.headers.get('retry-after'),
        ...z.object({ status: z.string() }).parse(await answer.json()),
      };
    };
    const addKey = (name: string) =>
      call(boreal, { method: 'POST', path: '/settings/ssh-keys', key, json: { name, publicKey: freshPublicKey() }, idempotencyKey: name });
    const kept = async () => {
      const all = await expectData(boreal, { path: '/settings/ssh-keys', key }, { data: z.array(SshKey) });
      return all.map(({ name }) => name).toSorted();
    };

    test('refuses writes and says when to come back, reads on, keeps all that it has promised, and goes on by itself', async () => {
      assert.deepEqual(await readiness(), { code: 200, wait: null, status: 'ok' });
      // A log that is begun has its whole room: what runs out is the room for rows, and Postgres need not end.
      await home.inDatabase(({ pool }) => pool.query('select pg_switch_wal()'));
      await addKey('before');
      makeRoom = await fillDisk(disk);
      const full = await until('it takes no traffic', SOON_MS, readiness, ({ code }) => code === 503);
      assert.deepEqual(full, { code: 503, wait: '5', status: 'the database takes no writes' });

      const promised = ['before'];
      let refusal: Awaited<ReturnType<typeof addKey>> | null = null;
      for (let write = 0; write < WRITES_MAX && refusal === null; write += 1) {
        const answer = await addKey(`full-${write}`);
        if (answer.status === 201) promised.push(`full-${write}`);
        else refusal = answer;
      }
      assert.ok(refusal, 'a full disk took everything');
      assert.deepEqual([refusal.status, refusal.error, refusal.headers.get('retry-after')], [503, 'SERVICE_UNAVAILABLE', '5']);
      assert.deepEqual(await kept(), promised.toSorted(), 'reading goes on, and what was refused is not there');

      await makeRoom();
      await until('it takes traffic again', SOON_MS, readiness, ({ code }) => code === 200);
      const refused = `full-${promised.length - 1}`;
      assert.equal((await addKey(refused)).status, 201, 'the same request again is done now');
      assert.deepEqual(await kept(), [...promised, refused].toSorted());
      const { code, stdout, stderr } = await operator({ BOREAL_DATA_DIR: home.dataDir }, 'ledger', 'verify');
      assert.equal(code, 0, `${stdout}\n${stderr}`);
      assert.doesNotMatch(boreal.stderr(), /unhandled|uncaught/i);
      assert.deepEqual(await boreal.end('SIGTERM'), { code: 0, signal: null });
    });
  });
}
