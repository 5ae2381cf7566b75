import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { lab as furniture } from '../../dev/incus/furnish.ts';
import { whyNoLab, type Lab } from '../../dev/incus/lab.ts';
import { testDatabase, type TestDatabase } from '../../server/src/db/testing.ts';
import { startTestLab } from '../../server/src/engines/incus/testing/test-lab.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { freePort, until } from '../testing/boreal-process.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { refusal } from '../testing/boreal-process-refusal.ts';

const why = await whyNoLab();

/** Incus comes up, and the worker looks every 15 s. */
const ANSWERS_WITHIN_MS = 90_000;

describe('production on an Incus whose containers leave their disks', why === null ? {} : { skip: why }, () => {
  let lab: Lab;
  let home: BorealHome;
  let database: TestDatabase;
  before(async () => {
    [lab, home, database] = [await startTestLab(), await makeBorealHome(), await testDatabase()];
  });
  after(async () => {
    await home.close();
    await database.close();
    await lab.stop();
  });

  test('does not start, and says which disks to use; the operator’s check says the same', async () => {
    const said = await refusal(home, environment());
    assert.match(said, /^Machines of the engine incus cannot be rented to strangers, so production does not start:\n/);
    assert.match(
      said,
      /The storage pool default is (btrfs|a folder \(dir\)).* Use a pool of zfs or lvm \(thin\): incus storage create NAME zfs/,
    );
    const checked = await operator(environment(), 'engine', 'check');
    assert.equal(checked.code, 1);
    assert.match(checked.stdout, /production does not start:\n- The storage pool default is /);
  });

  test('that is down at the start is checked when it answers: until then nothing is sold, and nothing is after it', async () => {
    await lab.holdIncus();
    let boreal = await home.start({ ...environment(), BOREAL_PORT: String(await freePort()) });
    const operate = async (...args: readonly string[]) => {
      const done = await operator(environment(), ...args);
      assert.equal(done.code, 0, `${args.join(' ')}: ${done.stdout}${done.stderr}`);
      return done.stdout;
    };
    await operate('model', 'add', 'l4', '--name', 'L4', '--memory', '24');
    await operate('plan', 'add', 'l4', '--gpus', '1', '--vcores', '1', '--ram', '1', '--price', '1');
    // From a time when Incus answered.
    const before =
      /pool_\w+/.exec(await operate('pool', 'add', 'former', '--model', 'l4', '--engine', 'incus', '--without-gpus'))?.[0] ?? '';
    await operate('host', 'add', 'former-box', '--pool', before, '--gpus', '1');
    await boreal.end('SIGKILL');
    boreal = await home.start({ ...environment(), BOREAL_PORT: String(await freePort()) });
    assert.match(await operate('host', 'list'), /former-box: Boreal started while the engine was down/);
    const pool = /pool_\w+/.exec(await operate('pool', 'add', 'lab', '--model', 'l4', '--engine', 'incus', '--without-gpus'))?.[0] ?? '';
    await lab.releaseIncus();
    const listed = () => operator(environment(), 'engine', 'hosts', '--json');
    const { stdout } = await until('Incus answers', ANSWERS_WITHIN_MS, listed, ({ code }) => code === 0);
    const [host] = z.object({ items: z.array(z.object({ name: z.string() })) }).parse(JSON.parse(stdout)).items;
    await operate('host', 'add', host?.name ?? '', '--pool', pool, '--gpus', '2');
    const hosts = await until(
      'the host is withheld from sale',
      ANSWERS_WITHIN_MS,
      () => operate('host', 'list'),
      (list) => list.includes('not safe to rent out'),
    );
    assert.match(hosts, /off sale since /);
    assert.match(boreal.stderr(), /The storage pool default is (btrfs|a folder)/);
    const Sizes = z.object({
      data: z.object({ models: z.array(z.object({ slug: z.string(), sizes: z.array(z.object({ available: z.boolean() })) })) }),
    });
    const answer = await fetch(`${boreal.baseUrl}/v1/availability`);
    const { models } = Sizes.parse(await answer.json()).data;
    assert.deepEqual(models, [{ slug: 'l4', sizes: [{ available: false }] }]);
    await boreal.end('SIGTERM');
  });

  function environment() {
    return {
      BOREAL_MODE: 'production',
      BOREAL_PASSWORD_COST: '17',
      DATABASE_URL: database.url,
      SITE_URL: 'https://gpu.example.com',
      BOREAL_PAYMENTS: 'sandbox',
      SMTP_URL: 'smtp://localhost:25',
      MAIL_FROM: 'no-reply@gpu.example.com',
      BOREAL_SECRET: 'a secret of the tests: forty-two characters',
      BOREAL_ENGINE: 'incus',
      INCUS_URL: lab.url,
      INCUS_NETWORK: furniture.network,
      INCUS_PROBE_PROXY: `unix://${lab.hostRelay}`,
    };
  }
});
