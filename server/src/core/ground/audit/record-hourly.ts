import type { AuditAction } from '@boreal/contract/account/audit.ts';
import type { JsonObject } from '../../../db/rows.gen.ts';
import { HOUR_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../ctx.ts';
import { markHour } from './audit-marks.store.ts';
import { recordAudit } from './record-audit.ts';

/** Something that a person may do many times an hour. */
export interface HourlyNote {
  readonly action: AuditAction;
  /** What makes it the same as an earlier one in the hour; also part of the line. */
  readonly about: string;
  readonly target?: string | null;
  readonly detail: JsonObject;
}

/**
 * Writes a line of Boreal's own audit log, unless the caller already has one about the same object in this clock hour: otherwise a page
 * that is read every few seconds would drown out all others. In real time, because a mark protects the log, not the product.
 */
export async function recordHourly(ctx: Ctx, { action, about, target = null, detail }: HourlyNote): Promise<void> {
  const { id: actorId } = ctx.actor;
  if (actorId === null) return;
  const now = ctx.clock.wall().getTime();
  const mark = { actorId, action, about: `${about} ${target ?? ''}`, hour: new Date(now - (now % HOUR_MS)) };
  await ctx.transact(async (tx) => {
    if (!(await markHour(tx, mark))) return;
    await recordAudit(tx, ctx, { accountId: null, action, target, detail: { of: about, ...detail } });
  });
}
