import type { Observed } from '../../../../engines/engine.ts';
import { addMs, SECOND_MS } from '../../../../kit/clock.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { releaseUntil, type ClaimedServer, type ServerRow } from '../../servers/servers.store.ts';
import type { EngineAnswer } from './ask-engine.ts';
import { isOnItsWay } from './power.rules.ts';
import type { StepResult } from './step-result.ts';

/** Between two looks at a machine that is in transition, product time. */
const POLL_MS = 1 * SECOND_MS;

/** The shortest interval, whatever an engine says, product time. */
const SOONEST_MS = 100;

/** The longest that we wait for a machine because its engine says when it will be ready, product time. */
const LONGEST_WAIT_MS = 20 * SECOND_MS;

/** Between two looks at GPUs that another machine has to leave. Its leaving wakes the server, so this only covers a lost wake-up. */
const AWAIT_GPUS_MS = 5 * SECOND_MS;

/** When to look again, and what the server is waiting for. */
export interface NextLook {
  readonly ms: number;
  readonly phase: ServerRow['phase'];
  readonly reason: string;
}

/**
 * When to look again at a server if the engine has said nothing that changes it; null if there is something to write, even if only that a
 * time limit has passed. Most looks change nothing: at a booting machine, or at GPUs that another has yet to leave.
 */
export function nextLook(ctx: Ctx, server: ServerRow, outcome: EngineAnswer): NextLook | null {
  if (server.backupId !== null || (server.goal === 'running' && isLate(ctx, server))) return null;
  if (outcome.is === 'awaiting GPUs' && server.givingUp === null) {
    return { ms: AWAIT_GPUS_MS, phase: 'asking', reason: 'waiting for GPUs' };
  }
  if (outcome.is !== 'observed' || outcome.firewallVersion !== null) return null;
  const { machine } = outcome;
  if (!isOnItsWay(server.goal, machine.power)) return null;
  return { ms: untilReady(ctx, server, machine), phase: 'under_way', reason: machine.power };
}

/** How long until the next look at a machine in transition: when it will be ready, if the engine knows, but not past a deadline. */
export function untilReady(ctx: Ctx, server: ServerRow, { readyInMs = POLL_MS }: Observed): number {
  const untilDeadline = server.deadlineAt === null ? Infinity : server.deadlineAt.getTime() - ctx.clock.now().getTime();
  return Math.max(SOONEST_MS, Math.min(readyInMs, untilDeadline, LONGEST_WAIT_MS));
}

/**
 * Writes the time of the next look in one statement, which locks neither the meter's mark nor the account. Null: no longer ours to write.
 */
export async function lookAgain(ctx: Ctx, claimed: ClaimedServer, { ms, phase, reason }: NextLook): Promise<StepResult | null> {
  const now = ctx.clock.now();
  const attempts = claimed.phase === 'unanswered' ? 0 : claimed.attempts;
  const released = await releaseUntil(ctx.db.sql, claimed, {
    phase,
    waitReason: reason,
    convergeAt: addMs(now, ms),
    attempts,
    updatedAt: now,
  });
  return released ? { is: 'wait', ms, reason } : null;
}

/** Whether it is past its deadline: only starts have one. */
export function isLate(ctx: Ctx, server: ServerRow): boolean {
  return server.deadlineAt !== null && server.deadlineAt <= ctx.clock.now();
}
