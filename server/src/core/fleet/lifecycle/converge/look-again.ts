import type { Observed } from '../../../../engines/engine.ts';
import { addMs, SECOND_MS } from '../../../../kit/clock.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { releaseUntil, type ClaimedServer, type ServerRow } from '../../servers/servers.store.ts';
import type { EngineAnswer } from './ask-engine.ts';
import { isOnItsWay } from './power.rules.ts';
import type { StepResult } from './step-result.ts';

/** Between two looks at a machine that is in transition, product time. */
const POLL_MS = 1 * SECOND_MS;

/** The soonest, whatever an engine says, product time. */
const SOONEST_MS = 100;

/** The longest that an engine's word for when a machine is ready is taken, product time. */
const LONGEST_WAIT_MS = 20 * SECOND_MS;

/**
 * Between two looks at GPUs that another machine has to leave: its leaving wakes the server, so this only covers a lost wake-up.
 */
const AWAIT_GPUS_MS = 5 * SECOND_MS;

/** When to look again, and what is waited for. */
export interface NextLook {
  readonly ms: number;
  readonly phase: ServerRow['phase'];
  readonly reason: string;
}

/**
 * When to look again at a server about which the engine has said nothing that changes it; null when there is something to write,
 * even if only that a time limit has passed. Most looks are like that: at a booting machine, or at GPUs that another has yet to
 * leave.
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

/** How long until a machine in transition is looked at again: once it is ready, if the engine knows when, but not past a deadline. */
export function untilReady(ctx: Ctx, server: ServerRow, { readyInMs = POLL_MS }: Observed): number {
  const untilDeadline = server.deadlineAt === null ? Infinity : server.deadlineAt.getTime() - ctx.clock.now().getTime();
  return Math.max(SOONEST_MS, Math.min(readyInMs, untilDeadline, LONGEST_WAIT_MS));
}

/** Writes the next look in one statement, which takes neither the meter's mark nor the account. Null: it is not ours to write. */
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

/** Past its deadline: only starts have one. */
export function isLate(ctx: Ctx, server: ServerRow): boolean {
  return server.deadlineAt !== null && server.deadlineAt <= ctx.clock.now();
}
