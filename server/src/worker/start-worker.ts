import { Logger, run } from 'graphile-worker';
import { createStraySweep, removeDeletedBackups } from '../core/fleet/backups/remove-backups.ts';
import { tendBackups } from '../core/fleet/lifecycle/backup/tend-backups.ts';
import { billDueHours } from '../core/money/metering/bill-due-hours.ts';
import { issueStatements } from '../core/commerce/invoices/issue-statements.ts';
import { tendOrders } from '../core/commerce/orders/tend-orders.ts';
import { tendPayments } from '../core/commerce/settlement/tend-payments.ts';
import { SETTLE_PAYMENT } from '../core/commerce/payments/wake-payment.store.ts';
import { reloadLowCredit } from '../core/commerce/top-ups/reload-low-credit.ts';
import { warnLowCredit } from '../core/commerce/credit-warnings/warn-low-credit.ts';
import { dropOldPoolReadings, POOL_READING_MS, recordPoolReadings } from '../core/fleet/capacity/utilisation.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { dropOldReadings } from '../core/fleet/readings/reading-book.ts';
import { tellExpiringKeys } from '../core/ground/keys/tell-expiring-keys.ts';
import { addressNotices } from '../core/ground/mail/address-notices.ts';
import { deliverMail, type Post } from '../core/ground/mail/deliver-mail.ts';
import { forgetOldMail } from '../core/ground/mail/forget-old-mail.ts';
import { hibernateUnpaidServer } from '../core/fleet/lifecycle/change/hibernate-server.ts';
import { evacuateHosts } from '../core/fleet/lifecycle/watch/evacuate-hosts.ts';
import { createOrphanSweep } from '../core/fleet/lifecycle/watch/remove-orphans.ts';
import { sweepServers } from '../core/fleet/lifecycle/converge/sweep-servers.ts';
import { CONVERGE_SERVER } from '../core/fleet/servers/wake-server.store.ts';
import { watchMachines, type Seen } from '../core/fleet/lifecycle/watch/watch-machines.ts';
import { connectJobs } from '../db/connect.ts';
import { ensurePartitions } from '../db/migrate.ts';
import type { Engine } from '../engines/engine.ts';
import type { Payments } from '../payments/port.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import { convergeServerJob } from './converge-server.job.ts';
import { settlePaymentJob } from './settle-payment.job.ts';
import { every } from './every.ts';
import { followChanges } from './follow-changes.ts';

const CONCURRENCY = 10;
const JOB_POLL_MS = 500;
const SWEEP_MS = 3 * SECOND_MS;
const MAIL_MS = 2 * SECOND_MS;
/** How long a stopping worker waits for a mail server that does not answer. */
const PATIENCE_MS = 10 * SECOND_MS;
/** However fast the product's clock, no schedule runs more often than this in real time. */
const FASTEST_MS = SECOND_MS;
const MEASURE_MS = 30 * SECOND_MS;
const REMOVE_MS = 10 * SECOND_MS;

export interface Worker {
  /** Lets what runs end, then stops. Work left over is in the rows and goes on with the next worker. */
  stop(): Promise<void>;
}

/** Runs the tasks and the schedules. Any number of workers may run at once. */
export async function startWorker(
  ctx: Ctx,
  parts: {
    engine: Engine;
    payments: Payments;
    databaseUrl: string;
    orphans: 'remove' | 'keep';
    post: Post;
    purge: (ctx: Ctx) => Promise<void>;
  },
): Promise<Worker> {
  const jobs = connectJobs({
    url: parts.databaseUrl,
    max: CONCURRENCY,
    onError: (error) => ctx.log.warn({ err: error }, 'the job queue lost a connection'),
  });
  const runner = await run({
    pgPool: jobs,
    concurrency: CONCURRENCY,
    pollInterval: JOB_POLL_MS,
    noHandleSignals: true,
    logger: jobLogger(ctx),
    taskList: { [CONVERGE_SERVER]: convergeServerJob(ctx, parts.engine), [SETTLE_PAYMENT]: settlePaymentJob(ctx, parts.payments) },
  });

  const stopping = new AbortController();
  const hurry = new AbortController();
  const onSchedule = (name: string, productMs: number, task: () => Promise<unknown>) =>
    onWallSchedule(name, Math.max(FASTEST_MS, productMs / ctx.clock.scale), task);
  const onWallSchedule = (name: string, wallMs: number, task: () => Promise<unknown>) =>
    every(wallMs, task, {
      signal: stopping.signal,
      onError: (error) => ctx.log.error({ err: error, schedule: name }, 'a scheduled run failed; it is tried again at its next time'),
    });
  const sweepStrays = createStraySweep();
  const sweepOrphans = createOrphanSweep();
  const { measure } = parts.engine;
  const schedules = [
    onWallSchedule('sweep', SWEEP_MS, () => sweepServers(ctx)),
    onWallSchedule('mail', MAIL_MS, () => tendMail(ctx, parts.post, { stop: stopping.signal, hurry: hurry.signal })),
    onSchedule('meter', MINUTE_MS, () => meter(ctx)),
    onSchedule('low credit', 5 * MINUTE_MS, () => warnLowCredit(ctx)),
    onSchedule('payments', 5 * SECOND_MS, () => tendPayments(ctx, parts.payments)),
    onSchedule('auto-reload', MINUTE_MS, () => reloadLowCredit(ctx)),
    onSchedule('orders', MINUTE_MS, () => tendOrders(ctx)),
    onSchedule('statements', HOUR_MS, () => issueStatements(ctx)),
    onSchedule('watch', 15 * SECOND_MS, createWatch(ctx, parts.engine)),
    onSchedule('evacuate', 15 * SECOND_MS, createEvacuation(ctx, parts.engine)),
    onSchedule('backups', MINUTE_MS, () => tendBackups(ctx)),
    onSchedule('deleted backups', REMOVE_MS, () => removeDeletedBackups(ctx, parts.engine)),
    // What an operator wants to look at first is left alone, machines and stored backups alike.
    ...(parts.orphans === 'remove'
      ? [
          onSchedule('orphans', 10 * MINUTE_MS, () => sweepOrphans(ctx, parts.engine)),
          onSchedule('stored backups', 10 * MINUTE_MS, () => sweepStrays(ctx, parts.engine)),
        ]
      : []),
    ...(measure ? [onSchedule('measure', MINUTE_MS, () => measure(AbortSignal.timeout(MEASURE_MS)))] : []),
    followChanges(ctx, parts.engine, stopping.signal),
    onSchedule('pool readings', POOL_READING_MS, () => recordPoolReadings(ctx)),
    onSchedule('expiring keys', HOUR_MS, () => tellExpiringKeys(ctx)),
    onSchedule('partitions', DAY_MS, () => ensurePartitions(ctx.db.sql, ctx.clock.now())),
    onSchedule('old mail', DAY_MS, () => forgetOldMail(ctx, parts.post.mailer)),
    onSchedule('purge', HOUR_MS, async () => {
      await parts.purge(ctx);
      await dropOldReadings(ctx);
      await dropOldPoolReadings(ctx);
    }),
  ];

  return {
    async stop() {
      stopping.abort();
      const patience = setTimeout(() => hurry.abort(), PATIENCE_MS);
      await runner.stop();
      await Promise.all(schedules);
      clearTimeout(patience);
      await jobs.end();
    },
  };
}

/** Makes notices into mails and hands over what is due. */
async function tendMail(ctx: Ctx, post: Post, signals: { stop: AbortSignal; hurry: AbortSignal }): Promise<void> {
  await addressNotices(ctx);
  await deliverMail(ctx, post, signals);
}

async function meter(ctx: Ctx): Promise<void> {
  const run = await billDueHours(ctx, (tx, inner, { serverId }, reason) => hibernateUnpaidServer(tx, inner, { serverId, reason }));
  if (run.hours > 0 || run.unpaid > 0) ctx.log.info({ hours: run.hours, micros: String(run.micros), unpaid: run.unpaid }, 'billed');
}

/** Watches the machines and tells of each orphan, and of hosts that are out of addresses, once. */
function createWatch(ctx: Ctx, engine: Engine): () => Promise<void> {
  const told = new Set<string>();
  let full: readonly string[] = [];
  let before: Seen = { silent: new Set(), comingUp: new Set() };
  return async () => {
    const { orphans, hosts, withoutAddress, seen } = await watchMachines(ctx, engine, before);
    before = seen;
    if (hosts.silent.length > 0)
      ctx.log.error({ hosts: hosts.silent, engine: engine.name }, 'the engine does not reach hosts; nothing more is placed on them');
    if (hosts.back.length > 0) ctx.log.info({ hosts: hosts.back, engine: engine.name }, 'hosts answer again');
    const newlyFull = withoutAddress.filter((name) => !full.includes(name));
    full = withoutAddress;
    if (newlyFull.length > 0)
      ctx.log.error(
        { hosts: newlyFull },
        'no address is free for another server; nothing more is sold on these hosts until some are added',
      );
    for (const serverId of orphans) {
      if (!told.has(serverId)) ctx.log.error({ serverId, engine: engine.name }, 'the engine has a machine that no server accounts for');
      told.add(serverId);
    }
  };
}

/** Empties hosts that are drained, and tells once of servers for which there is no room elsewhere. */
function createEvacuation(ctx: Ctx, engine: Engine): () => Promise<void> {
  let told = '';
  return async () => {
    const stuck = (await evacuateHosts(ctx, engine)).filter((evacuation) => evacuation.stuck.length > 0);
    const now = JSON.stringify(stuck.map(({ hostName, stuck: serverIds }) => [hostName, serverIds]));
    if (stuck.length > 0 && now !== told)
      ctx.log.error(
        { stuck },
        'servers of hosts that are drained stay there: no other host of their pool has room; add one, or free cards',
      );
    told = now;
  };
}

function jobLogger(ctx: Ctx): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') ctx.log.error({ meta }, message);
    else if (level === 'warning') ctx.log.warn(message);
  });
}
