import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { whyNoLab } from '../../dev/incus/lab.ts';
import { call } from '../testing/boreal-process-client.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { until } from '../testing/boreal-process.ts';
import { startIncusCloud, type IncusCloud } from '../testing/incus-cloud.ts';

const why = await whyNoLab();

/** What is promised, on any computer: two looks and a restart's grace. */
const NOTICED_WITHIN_MS = 60_000;
/** A box that is back boots its machines. */
const BACK_WITHIN_MS = 120_000;

const Credits = z.object({ balance: z.number() });
const Usage = z.object({ totals: z.object({ compute: z.number(), refunds: z.number(), total: z.number() }) });
const Plans = z.array(z.object({ id: z.string(), available: z.boolean() }));
const Refused = z.object({ error: z.string() });

describe('one box without a cluster, with a server on it that is billed', why === null ? {} : { skip: why }, () => {
  let cloud: IncusCloud;
  let id: string;
  before(async () => {
    cloud = await startIncusCloud({ direct: true });
    id = await cloud.deploy('box-down');
    await cloud.rests(id, 'ACTIVE');
  });
  after(() => cloud.close());

  const balance = async () => (await cloud.send({ path: '/credits?summary=1' }, { data: Credits })).balance;
  const usage = async () => (await cloud.send({ path: `/servers/${id}/usage` }, { data: Usage })).totals;
  const onSale = async () =>
    (await cloud.send({ path: '/v1/gpu' }, { data: Plans })).some(({ id: plan, available }) => plan === 'l4-x1' && available);
  const place = () => ({ ...cloud.environment, BOREAL_DATA_DIR: cloud.home.dataDir });

  test('whose Incus restarts is neither off sale nor refunded', async () => {
    const [paid, { refunds }] = [await balance(), await usage()];
    await cloud.lab.killIncus();
    // As long as it takes the watch to have looked twice.
    for (let seconds = 0; seconds < 40; seconds += 1) {
      assert.equal((await cloud.server(id)).status, 'ACTIVE');
      await sleep(1000);
    }
    assert.deepEqual([await balance(), (await usage()).refunds, await onSale()], [paid, refunds, true]);
    assert.doesNotMatch(await cloud.operate('host', 'list'), /off sale/);
  });

  test('that hangs is found lost as fast as one that is gone, and found as it was', async () => {
    const [{ ipv4 }, paid] = [await cloud.server(id), await balance()];
    await cloud.lab.freezeIncus();
    await until(
      'the server is in ERROR',
      NOTICED_WITHIN_MS,
      () => cloud.server(id),
      ({ status }) => status === 'ERROR',
    );
    assert.ok((await balance()) > paid);
    assert.match(await cloud.operate('host', 'list'), /The engine does not answer at all/);
    await cloud.lab.thawIncus();
    await until(
      'the server is back',
      BACK_WITHIN_MS,
      () => cloud.server(id),
      ({ status, task }) => status === 'ACTIVE' && task === null,
    );
    assert.equal((await cloud.server(id)).ipv4, ipv4);
    await until('it is on sale again', NOTICED_WITHIN_MS, onSale);
    await cloud.operate('ledger', 'verify');
  });

  for (const restarted of [false, true]) {
    test(`that loses its power is off sale within a minute, refunds, says why, and comes back${restarted ? ', though Boreal was started again meanwhile' : ''}`, async () => {
      const [paid, first] = [await balance(), await usage()];
      await cloud.lab.cutPower();
      if (restarted) {
        await cloud.boreal.end('SIGKILL');
        cloud.boreal = await cloud.home.start(cloud.environment);
      }
      await until(
        'the server is in ERROR',
        NOTICED_WITHIN_MS + (restarted ? 20_000 : 0),
        () => cloud.server(id),
        ({ status }) => status === 'ERROR',
      );
      const lost = await usage();
      assert.ok(lost.refunds < first.refunds || lost.total < first.total, `nothing was refunded: ${JSON.stringify([first, lost])}`);
      assert.ok((await balance()) > paid);
      const json = { productId: 'l4-x1', sshKeyId: await sshKeyId(), name: 'too-late' };
      const refused = await call(cloud.boreal, { method: 'POST', path: '/servers', key: cloud.key, json });
      assert.deepEqual([refused.status, Refused.parse(refused.body).error], [409, 'PLAN_NOT_AVAILABLE']);
      assert.match(await cloud.operate('host', 'list'), /off sale since .*\n[^]*The engine does not answer at all/);
      const check = await operator(place(), 'engine', 'check');
      assert.equal(check.code, 1);
      assert.match(check.stdout, /^- Incus does not answer: .*systemctl status incus/);
      assert.match(check.stderr, /^The engine does not answer\. Nothing is sold on it/);
      await cloud.operate('ledger', 'verify');

      await cloud.lab.releaseIncus();
      const back = await until(
        'the server is back',
        BACK_WITHIN_MS,
        () => cloud.server(id),
        ({ status, task }) => status === 'ACTIVE' && task === null,
      );
      assert.equal(await cloud.ssh(back.ipv4 ?? '', 'hostname'), id.replace('_', '-'));
      await until('it is on sale again', NOTICED_WITHIN_MS, onSale);
      assert.doesNotMatch(await cloud.operate('host', 'list'), /off sale|does not answer/);
      const second = await cloud.deploy(`after-${restarted}`);
      await cloud.rests(second, 'ACTIVE');
      await cloud.send({ method: 'DELETE', path: `/servers/${second}` }, { data: z.object({}) });
      await cloud.operate('ledger', 'verify');
    });
  }

  test('is clean in the end, to the cent', async () => {
    await cloud.send({ method: 'DELETE', path: `/servers/${id}` }, { data: z.object({}) });
    await cloud.nothingIsLeft();
    assert.match(await cloud.operate('ledger', 'verify'), /\S/);
  });

  async function sshKeyId(): Promise<string> {
    const [key] = await cloud.send({ path: '/settings/ssh-keys' }, { data: z.array(z.object({ id: z.string() })) });
    return key?.id ?? '';
  }
});
