import { Logger, run } from 'graphile-worker';
import { createStraySweep } from '../core/backups/remove-backups.ts';
import { tendBackups } from '../core/backups/tend-backups.ts';
import { billDueHours } from '../core/billing/metering/bill-due-hours.ts';
import { warnLowCredit } from '../core/billing/metering/warn-low-credit.ts';
import type { Ctx } from '../core/ctx.ts';
import { hibernateUnpaidServer } from '../core/servers/hibernate-server.ts';
import { sweepServers } from '../core/servers/sweep-servers.ts';
import { CONVERGE_SERVER } from '../core/servers/wake-server.ts';
import { watchMachines } from '../core/servers/watch-machines.ts';
import { connectJobs } from '../db/connect.ts';
import { ensurePartitions } from '../db/migrate.ts';
import type { Engine } from '../engines/engine.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import { convergeServerJob } from './converge-server.job.ts';
import { every } from './every.ts';

const CONCURRENCY = 10;
const JOB_POLL_MS = 500;
const SWEEP_MS = 3 * SECOND_MS;
/** However fast the product's clock, no schedule runs more often than this in real time. */
const FASTEST_MS = SECOND_MS;

export interface Worker {
  /** Lets what runs end, then stops. Work left over is in the rows and goes on with the next worker. */
  stop(): Promise<void>;
}

/** Runs the tasks and the schedules. Any number of workers may run at once. */
export async function startWorker(
  ctx: Ctx,
  parts: { engine: Engine; databaseUrl: string; purge: (ctx: Ctx) => Promise<void> },
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
    taskList: { [CONVERGE_SERVER]: convergeServerJob(ctx, parts.engine) },
  });

  const stopping = new AbortController();
  const onSchedule = (name: string, productMs: number, task: () => Promise<unknown>) =>
    every(Math.max(FASTEST_MS, productMs / ctx.clock.scale), task, {
      signal: stopping.signal,
      onError: (error) => ctx.log.error({ err: error, schedule: name }, 'a scheduled run failed; it is tried again at its next time'),
    });
  const sweepStrays = createStraySweep();
  const schedules = [
    every(SWEEP_MS, () => sweepServers(ctx), {
      signal: stopping.signal,
      onError: (error) => ctx.log.error({ err: error, schedule: 'sweep' }, 'a scheduled run failed; it is tried again at its next time'),
    }),
    onSchedule('meter', MINUTE_MS, () => meter(ctx)),
    onSchedule('low credit', 5 * MINUTE_MS, () => warnLowCredit(ctx)),
    onSchedule('watch', 15 * SECOND_MS, createWatch(ctx, parts.engine)),
    onSchedule('backups', MINUTE_MS, () => tendBackups(ctx, parts.engine)),
    onSchedule('stored backups', 10 * MINUTE_MS, () => sweepStrays(ctx, parts.engine)),
    onSchedule('partitions', DAY_MS, () => ensurePartitions(ctx.db.sql, ctx.clock.now())),
    onSchedule('purge', HOUR_MS, () => parts.purge(ctx)),
  ];

  return {
    async stop() {
      stopping.abort();
      await runner.stop();
      await Promise.all(schedules);
      await jobs.end();
    },
  };
}

async function meter(ctx: Ctx): Promise<void> {
  const run = await billDueHours(ctx, (tx, inner, { serverId }, reason) => hibernateUnpaidServer(tx, inner, { serverId, reason }));
  if (run.hours > 0 || run.unpaid > 0) ctx.log.info({ hours: run.hours, micros: String(run.micros), unpaid: run.unpaid }, 'billed');
}

/** Watches the machines and tells of each orphan once. */
function createWatch(ctx: Ctx, engine: Engine): () => Promise<void> {
  const told = new Set<string>();
  return async () => {
    const { orphans } = await watchMachines(ctx, engine);
    for (const serverId of orphans) {
      if (!told.has(serverId)) ctx.log.error({ serverId, engine: engine.name }, 'the engine has a machine that no server accounts for');
      told.add(serverId);
    }
  };
}

function jobLogger(ctx: Ctx): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') ctx.log.error({ meta }, message);
    else if (level === 'warning') ctx.log.warn(message);
  });
}
