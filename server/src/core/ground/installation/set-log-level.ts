import type { LogLevel } from '../../../kit/log.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { readLogLevel, writeLogLevel, type HouseLogLevel } from './log-level.store.ts';

const MINUTE_MS = 60_000;

/**
 * Sets the log level of every process, within seconds and without a restart; null: as each was configured. After `minutes` of real time
 * they return to it automatically; null: never. For operators.
 */
export function setLogLevel(ctx: Ctx, input: { level: LogLevel | null; minutes: number | null }): Promise<HouseLogLevel | null> {
  return ctx.transact(async (tx) => {
    const { level, minutes } = input;
    const until = minutes === null ? null : new Date(ctx.clock.wall().getTime() + minutes * MINUTE_MS);
    const before = await readLogLevel(tx);
    const after = level === null ? null : { level, until };
    await writeLogLevel(tx, after);
    const detail = { before: { level: before?.level ?? null }, after: { level, minutes } };
    await recordAudit(tx, ctx, { accountId: null, action: 'log.level_set', target: 'house', detail });
    return after;
  });
}
