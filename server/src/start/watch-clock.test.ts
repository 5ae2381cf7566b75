import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { startCloud, type Cloud, type Customer } from '../core/testing/cloud.ts';
import { listFailing } from '../db/failing-schedules.ts';
import { openNotifications } from '../db/notifications.ts';
import { addMs, DAY_MS, HOUR_MS, systemClock, type Clock } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import { unmeasured } from '../kit/measures.ts';
import { createFolderMailer } from '../mail/folder-mailer.ts';
import { startWorker } from '../worker/start-worker.ts';
import { watchClock } from './watch-clock.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const folder = await mkdtemp(join(tmpdir(), 'boreal-watch-clock-'));
after(() => rm(folder, { recursive: true, force: true }));

/** A Boreal with a server that is billed until so long ago by the real clock, which the database has. */
async function billedUntil(agoMs: number): Promise<{ cloud: Cloud; customer: Customer; hours: () => Promise<number> }> {
  const real = systemClock().wall().getTime();
  const cloud = await startCloud({ start: new Date(real - agoMs - HOUR_MS) });
  closers.push(() => cloud.close());
  const customer = await cloud.customer('1000');
  await customer.deploy();
  await cloud.settle();
  cloud.clock.moveTo(new Date(real - agoMs));
  await cloud.meter();
  cloud.clock.moveTo(new Date(real));
  const hours = async () => Number((await cloud.db.pool.query('select count(*) as hours from usage_hours')).rows[0].hours);
  return { cloud, customer, hours };
}

/** Starts a worker of production, and answers what the first run of each schedule came to once meter and mail have run, and what it complained of. */
async function work({ cloud, told = 'check', aheadMs = 0 }: { cloud: Cloud; told?: Config['clock']; aheadMs?: number }) {
  const { db } = cloud;
  const skewed = () => addMs(systemClock().wall(), aheadMs);
  const clock: Clock = { now: skewed, wall: skewed, scale: 1 };
  const ran = new Map<string, 'failed' | 'done'>();
  const bothRan = Promise.withResolvers<void>();
  const complaints: string[] = [];
  const log = Object.assign(createLog('silent'), { error: ({ err }: { err: unknown }) => complaints.push(String(err)) });
  const notifications = openNotifications({ url: db.url, log });
  const worker = await startWorker(
    { ...cloud.ctx, clock, log },
    {
      engines: cloud.engines,
      payments: cloud.payments,
      exporter: null,
      databaseUrl: db.url,
      notifications,
      post: {
        mailer: createFolderMailer({ folder, from: { name: 'Boreal', email: 'no-reply@gpu.example.com' } }),
        siteUrl: 'https://gpu.example.com',
      },
      measures: {
        ...unmeasured,
        ran: ({ schedule, failed }) => {
          ran.set(schedule, failed ? 'failed' : 'done');
          if (ran.has('meter') && ran.has('mail')) bothRan.resolve();
        },
      },
      heartbeat: null,
      requireClock: watchClock({ mode: 'production', clock: told }, { db: db.sql, clock }),
      purge: () => Promise.resolve(),
    },
  );
  await bothRan.promise;
  while ((await db.pool.query('select from graphile_worker.jobs')).rowCount !== 0) await sleep(50);
  await worker.stop();
  await notifications.close();
  return { ran, complaints };
}

test('a worker that starts with a clock a day ahead of the database bills nothing, and says so', async () => {
  const { cloud, customer, hours } = await billedUntil(0);
  const starting = await customer.deploy();
  const before = { hours: await hours(), row: await cloud.server(starting) };
  // Another worker tries it again in an hour; by this one's clock that was long ago, and it would be the last try.
  await cloud.db.pool.query(
    `insert into notices (id, kind, data, account_id, created_at, addressed_at) values ('ntc_waits', 'low_credit', '{}', $1, now(), now())`,
    [customer.ctx.accountId],
  );
  await cloud.db.pool.query(
    `insert into mail_deliveries (id, notice_id, kind, language, to_email, status, created_at, next_try_at, attempts, lease_token)
     values ('mail_waits', 'ntc_waits', 'low_credit', 'en', 'ada@example.com', 'waiting', now(), now() + interval '1 hour', 13, 0)`,
  );
  const mail = async () => (await cloud.db.pool.query(`select status, attempts from mail_deliveries where id = 'mail_waits'`)).rows[0];
  const { ran, complaints } = await work({ cloud, aheadMs: DAY_MS });
  // Its job is done, and nothing with it: to a clock that is ahead, others' leases are over, and every deadline has passed.
  assert.deepEqual({ hours: await hours(), row: await cloud.server(starting) }, before);
  assert.deepEqual([ran.get('mail'), await mail()], ['done', { status: 'waiting', attempts: 13 }]);
  for (const schedule of ['meter', 'orders', 'statements', 'autoReload', 'watch']) assert.equal(ran.get(schedule), 'failed', schedule);
  assert.equal(ran.get('sweep'), 'done', 'what runs in real time goes on');
  assert.match(complaints.join('\n'), /ClocksApart: The clock of this machine shows .* and the database's .*: nothing is billed/);
});

test('one that starts long after anything was billed asks whether that is so, and bills it once somebody has said', async () => {
  const { cloud, hours } = await billedUntil(9 * HOUR_MS);
  const before = await hours();
  const held = await work({ cloud });
  assert.equal(await hours(), before);
  assert.equal(held.ran.get('meter'), 'failed');
  assert.equal((await listFailing(cloud.db.sql)).find(({ schedule }) => schedule === 'meter')?.clock, 'unproven');
  assert.match(
    held.complaints.join('\n'),
    /ClockUnproven: .*: no worker has run for 9 hours, or the clock is ahead\..* BOREAL_CLOCK=go-on/,
  );
  const told = await work({ cloud, told: 'go-on' });
  assert.equal(told.ran.get('meter'), 'done');
  assert.deepEqual(await listFailing(cloud.db.sql), [], 'it has succeeded');
  assert.equal(await hours(), before + 9);
  const again = await work({ cloud });
  assert.deepEqual([again.ran.get('meter'), await hours()], ['done', before + 9]);
});

test('one that starts again within minutes goes on', async () => {
  const { cloud, hours } = await billedUntil(HOUR_MS);
  const before = await hours();
  assert.equal((await work({ cloud })).ran.get('meter'), 'done');
  assert.equal(await hours(), before + 1);
});
