import { hibernateUnpaidServer } from './fleet/lifecycle/change/hibernate-server.ts';
import type { Ctx } from './ground/ctx.ts';
import { billDueHours, type MeterRun } from './money/metering/bill-due-hours.ts';

/** Bills the hours that have begun, and hibernates the servers whose hour is not paid. */
export async function runMeter(ctx: Ctx): Promise<MeterRun> {
  const run = await billDueHours(ctx, (tx, inner, { serverId }, reason) => hibernateUnpaidServer(tx, inner, { serverId, reason }));
  if (run.hours > 0 || run.unpaid > 0) ctx.log.info({ hours: run.hours, micros: String(run.micros), unpaid: run.unpaid }, 'billed');
  return run;
}
