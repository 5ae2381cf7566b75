import type { Tx } from '../../../../db/connect.ts';
import { addMs } from '../../../../kit/clock.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { lockServer } from '../../servers/servers.store.ts';
import { findOption, listDueServers, setNextRun, type DueServer } from '../../backups/backup-options.store.ts';
import { localDateOf, MISSED_AFTER_MS, nextRunAt } from '../../backups/backup-schedule.rules.ts';
import { missBackup } from './miss-backup.ts';
import { startBackup } from './start-backup.ts';

const BATCH = 200;

/**
 * Begins every automatic backup that is due, and skips those that are too late. Safe with any number of workers, often and late: a server
 * has at most one for each local date. Returns how many were begun.
 */
export async function startDueBackups(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  let started = 0;
  let after = '';
  for (;;) {
    const due = await listDueServers(ctx.db.sql, { now, after, limit: BATCH });
    for (const one of due) started += (await startOne(ctx, one)) ? 1 : 0;
    const last = due.at(-1);
    if (!last || due.length < BATCH) return started;
    after = last.serverId;
  }
}

/** One server's failure must not stop the others: it is logged, and retried in a minute. */
async function startOne(ctx: Ctx, due: DueServer): Promise<boolean> {
  try {
    return await ctx.transact((tx) => startIfDue(tx, ctx, due));
  } catch (error) {
    ctx.log.error({ err: error, serverId: due.serverId }, 'a due backup could not be begun');
    return false;
  }
}

async function startIfDue(tx: Tx, ctx: Ctx, due: DueServer): Promise<boolean> {
  await lockAccount(tx, due.accountId);
  const server = await lockServer(tx, due.serverId);
  const option = await findOption(tx, due.serverId);
  const now = ctx.clock.now();
  if (!server || !option || option.nextRunAt === null) return false;
  let started = false;
  let run = option.nextRunAt;
  while (run <= now) {
    const lastDate = localDateOf(run);
    const late = addMs(run, MISSED_AFTER_MS) < now;
    const free = server.task === null && (server.status === 'ACTIVE' || server.status === 'STOPPED');
    if (late) await missBackup(tx, ctx, { server, run });
    else if (free) {
      const begun = await startBackup(tx, ctx, server, lastDate);
      // There may be room before its time is over; otherwise it is missed.
      if (begun === 'no room') break;
      started = begun !== null;
    } else break;
    run = nextRunAt({ serverId: server.id, hourLocal: option.hourLocal }, { after: run, lastDate });
    if (started) break;
  }
  if (run > option.nextRunAt) await setNextRun(tx, { serverId: server.id, nextRunAt: run, at: now });
  return started;
}
