import { Logger, run } from 'graphile-worker';
import { SETTLE_PAYMENT } from '../core/commerce/payments/wake-payment.store.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { createSchedules, type Schedule } from '../core/schedules.ts';
import { addressNotices } from '../core/ground/mail/address-notices.ts';
import { anythingToMail } from '../core/ground/mail/mail.store.ts';
import { deliverMail, type Post } from '../core/ground/mail/deliver-mail.ts';
import { forgetOldMail } from '../core/ground/mail/forget-old-mail.ts';
import { CONVERGE_SERVER } from '../core/fleet/servers/wake-server.store.ts';
import { connectJobs } from '../db/connect.ts';
import type { Notifications } from '../db/notifications.ts';
import type { ScheduleLane } from '../db/failing-schedules.ts';
import { onlyWhenTold } from '../db/only-when-told.ts';
import { rememberFence } from '../core/fleet/holders/remember-fence.ts';
import { tendHolder } from '../core/fleet/holders/tend-holder.ts';
import type { Engine } from '../engines/engine.ts';
import type { GpuExporter } from '../engines/gpu-exporter.ts';
import type { Engines } from '../engines/engines.ts';
import type { Payments } from '../payments/port.ts';
import { ClockUnproven, ClockWrong } from '../kit/clock-watch.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../kit/clock.ts';
import { timed, unmeasured, type Measures } from '../kit/measures.ts';
import { convergeServers } from './converge-servers.ts';
import { settlePaymentJob } from './settle-payment.job.ts';
import { every } from './every.ts';
import { followChanges } from './follow-changes.ts';
import { openHeartbeat } from './heartbeat.ts';
import { openFailureNotes } from './note-failures.ts';

/** Per engine, so that one that hangs takes no other's slots. */
const CONCURRENCY = 10;
/** Postgres notifies workers of new jobs, and the sweep creates others for what failed; polling finds what was missed. */
const JOB_POLL_MS = 15 * SECOND_MS;
/** Jobs to fetch at once, so that a burst of deployments does not need a query for each. */
const JOB_BATCH = 2 * CONCURRENCY;
/** How long finished jobs are collected before they are deleted together; after a crash they run again, and find nothing due. */
const JOB_FINISH_MS = 100;
/** How long a stopping worker waits for a mail server that does not answer. */
const PATIENCE_MS = 10 * SECOND_MS;
/** How often to look for mail without a notification: retries, and mail that was missed. */
const MAIL_LOOK_MS = 10 * SECOND_MS;
/** Schedules that run more often than this are not traced. */
const TRACED_FROM_MS = 15 * SECOND_MS;

/** How long a start waits for an engine to say which database drives it. */
const HOLD_MS = 10 * SECOND_MS;

/** However fast the product's clock, no schedule runs more often than this in real time. */
const FASTEST_MS = SECOND_MS;

export interface Worker {
  /** Waits for work in progress, then stops. The rows hold the remaining work, and the next worker continues it. */
  stop(): Promise<void>;
}

/** Runs the jobs and the schedules. Any number of workers may run at once. */
export async function startWorker(
  ctx: Ctx,
  parts: {
    engines: Engines;
    payments: Payments;
    /** Null: the health of GPUs is not read. */
    exporter: GpuExporter | null;
    databaseUrl: string;
    notifications: Notifications;
    post: Post;
    /** Absent: nothing is counted. */
    measures?: Measures | undefined;
    /** The heartbeat file; null: nothing monitors it. */
    heartbeat: string | null;
    purge: (ctx: Ctx) => Promise<void>;
    /** Throws while this machine's clock cannot be trusted. */
    requireClock: () => Promise<void>;
  },
): Promise<Worker> {
  const { measures = unmeasured, notifications } = parts;
  const turns = CONCURRENCY * Math.max(1, parts.engines.all.length);
  const jobs = connectJobs({
    url: parts.databaseUrl,
    max: turns,
    onError: (error) => ctx.log.warn({ err: error }, 'the job queue lost a connection'),
  });
  const held = parts.engines.all.filter(({ holder }) => holder);
  // Before any work: a copy of the database must not even begin. An engine that does not answer is asked again every minute.
  await Promise.all(held.map((engine) => holdAtStart(ctx, engine)));
  const isFenced = rememberFence({ db: ctx.db.sql, clock: ctx.clock, notifications }, held);
  const rests = async () => (await isFenced()) || (await isClockWrong(parts.requireClock));
  const convergence = convergeServers(ctx, parts.engines, { atOnce: CONCURRENCY, measures, rests });
  const settle = settlePaymentJob(ctx, parts.payments);
  const runner = await run({
    preset: { worker: { localQueue: { size: JOB_BATCH }, completeJobBatchDelay: JOB_FINISH_MS } },
    pgPool: jobs,
    concurrency: turns,
    pollInterval: JOB_POLL_MS,
    noHandleSignals: true,
    logger: jobLogger(ctx),
    taskList: {
      [CONVERGE_SERVER]: convergence.job,
      // The payments' schedule comes back to it.
      [SETTLE_PAYMENT]: async (payload) => ((await rests()) ? undefined : settle(payload)),
    },
  });

  const beat = await openHeartbeat(parts.heartbeat, ctx);
  const stopping = new AbortController();
  const hurry = new AbortController();
  const { post } = parts;
  const lookForMail = onlyWhenTold(() => tendMail(ctx, post, { stop: stopping.signal, hurry: hurry.signal }), {
    notifications,
    channel: 'mail_waits',
    atLeastEveryMs: MAIL_LOOK_MS,
    clock: ctx.clock,
  });
  const all: Readonly<Record<string, Schedule>> = {
    ...createSchedules(ctx, parts),
    mail: {
      every: { wallMs: 2 * SECOND_MS },
      // With a wrong clock, another worker's attempt seems to have expired, and a mail is given up before its day is over.
      run: async () => ((await rests()) ? undefined : lookForMail()),
    },
    oldMail: { every: { productMs: DAY_MS }, run: () => forgetOldMail(ctx, post.mailer) },
    purge: { every: { productMs: HOUR_MS }, evenFenced: true, run: () => parts.purge(ctx) },
  };
  /** A copy of a database must not bill or mail anyone: the original does. */
  const unlessFenced = ({ evenFenced, run }: Pick<Schedule, 'evenFenced' | 'run'>): Schedule['run'] =>
    evenFenced ? run : async () => ((await isFenced()) ? undefined : run());
  /** Schedules in product time wait for a trustworthy clock. */
  const byTheClock = (period: Schedule['every'], run: Schedule['run']): Schedule['run'] =>
    'wallMs' in period
      ? run
      : async () => {
          await parts.requireClock();
          return run();
        };
  const measured = (lane: ScheduleLane, task: Schedule['run']) =>
    timed(task, {
      done: (_value, seconds) => measures.ran({ ...lane, failed: false, seconds }),
      failed: (_error, seconds) => measures.ran({ ...lane, failed: true, seconds }),
    });
  const noted = await openFailureNotes(ctx);
  /** The sweep runs every few seconds in every worker and depends only on the database: if it hangs, nothing makes progress. */
  const beating = (schedule: string, task: Schedule['run']): Schedule['run'] => (schedule === 'sweep' ? () => task().finally(beat) : task);
  const schedules = Object.entries(all)
    .flatMap(([schedule, { every: period, run, lanes, evenFenced }]) =>
      (lanes ?? [{ run, engine: undefined }]).map((lane) => ({
        ...lane,
        run: unlessFenced({ run: byTheClock(period, lane.run), ...(evenFenced && { evenFenced }) }),
        schedule,
        period,
      })),
    )
    .map(({ schedule, engine, period, run }) => ({ schedule, engine, period, task: traced(ctx, { schedule, engine, period, run }) }))
    .map(({ schedule, engine, period, task }) => {
      const lane = { schedule, engine: engine ?? '' };
      return every(
        'wallMs' in period ? period.wallMs : Math.max(FASTEST_MS, period.productMs / ctx.clock.scale),
        beating(
          schedule,
          noted(lane, () => measured(lane, task)),
        ),
        {
          signal: stopping.signal,
          onError: (error) =>
            ctx.log.error(
              { err: error, schedule, engine },
              'a scheduled run failed; it is tried again at its next time, or in ten minutes',
            ),
        },
      );
    });
  const following = parts.engines.all.map((engine) => followChanges(ctx, engine, { signal: stopping.signal, rests }));

  return {
    async stop() {
      stopping.abort();
      const patience = setTimeout(() => hurry.abort(), PATIENCE_MS);
      await Promise.all([runner.stop(), convergence.stop()]);
      await Promise.all([...schedules, ...following]);
      clearTimeout(patience);
      await jobs.end();
    },
  };
}

async function isClockWrong(requireClock: () => Promise<void>): Promise<boolean> {
  try {
    await requireClock();
    return false;
  } catch (error) {
    if (error instanceof ClockWrong) return true;
    if (error instanceof ClockUnproven) return false;
    throw error;
  }
}

async function holdAtStart(ctx: Ctx, engine: Engine): Promise<void> {
  try {
    await tendHolder(ctx, engine, { counts: 'now', signal: AbortSignal.timeout(HOLD_MS) });
  } catch (error) {
    ctx.log.warn({ err: error, engine: engine.name }, 'the engine does not say who drives it; it is asked again each minute');
  }
}

/** Traces a run on its own. Runs that only check for work every few seconds are not traced: they would bury everything else. */
function traced(
  { traces }: Ctx,
  { schedule, engine, period, run }: Pick<Schedule, 'run'> & { schedule: string; engine: string | undefined; period: Schedule['every'] },
): Schedule['run'] {
  const everyMs = 'wallMs' in period ? period.wallMs : period.productMs;
  if (traces === null || everyMs < TRACED_FROM_MS) return run;
  const attributes = engine === undefined ? {} : { 'boreal.engine': engine };
  return () => traces.begin({ name: `schedule ${schedule}`, kind: 'inside', attributes }, run);
}

/** Addresses notices and sends due mail. */
async function tendMail(ctx: Ctx, post: Post, signals: { stop: AbortSignal; hurry: AbortSignal }): Promise<void> {
  if (!(await anythingToMail(ctx.db.sql, ctx.clock.wall()))) return;
  await addressNotices(ctx);
  await deliverMail(ctx, post, signals);
}

function jobLogger(ctx: Ctx): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') ctx.log.error({ meta }, message);
    else if (level === 'warning') ctx.log.warn(message);
  });
}
