import { usualAnswers } from '../../../../engines/answer-limits.ts';
import type { Engine } from '../../../../engines/engine.ts';
import type { Engines } from '../../../../engines/engines.ts';
import { addMs, SECOND_MS } from '../../../../kit/clock.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { applyOutcome } from './apply-outcome.ts';
import { askEngine } from './ask-engine.ts';
import { lookAgain, nextLook } from './look-again.ts';
import type { StepResult } from './step-result.ts';
import { storedTrace } from '../../servers/server-trace.ts';
import { claimServer, prolongLease, type ClaimedServer } from '../../servers/servers.store.ts';

/**
 * The longest that a single step may hold a server (real time): after that another worker may take over. A call, and the look after a
 * failed one, end before that.
 */
export function leaseMs({ answers }: Pick<Engine, 'answers'>): number {
  return answers.work + answers.look + 2 * SECOND_MS;
}

/**
 * The lease for an engine whose calls take the usual time. A longer call renews it, so that a worker that dies during the call holds the
 * server no longer than this.
 */
const LEASE_MS = leaseMs({ answers: usualAnswers });
const RENEWED_EVERY_MS = LEASE_MS / 3;

/**
 * One step of bringing a server's machine to its latest wish: load and lease, call the engine outside any transaction, apply the answer
 * only if lease and wish are still ours. Safe to run twice, late, or in several workers at once.
 */
export async function convergeServer(ctx: Ctx, engines: Engines, serverId: string): Promise<StepResult> {
  const wall = ctx.clock.wall();
  const server = await claimServer(ctx.db.sql, { serverId, now: ctx.clock.now(), wall, leaseUntil: addMs(wall, LEASE_MS) });
  if (!server) return { is: 'done' };
  if (ctx.traces === null) return step(ctx, engines, server);
  const attributes = { 'boreal.server_id': serverId, 'boreal.account_id': server.accountId, 'boreal.goal': server.goal };
  const work = { name: 'converge server', kind: 'later', attributes, carried: storedTrace(ctx, server) } as const;
  return ctx.traces.begin(work, async (span) => {
    const result = await step(ctx, engines, server);
    span.tell({ 'boreal.result': result.is, ...(result.is === 'wait' && { 'boreal.waits': result.reason }) });
    return result;
  });
}

async function step(ctx: Ctx, engines: Engines, server: ClaimedServer): Promise<StepResult> {
  const engine = engines.of(server);
  const outcome = await whileHeld(ctx, server, () => askEngine(ctx, engine, server));
  const next = nextLook(ctx, server, outcome);
  const looksAgain = next && (await lookAgain(ctx, server, next));
  return looksAgain ?? applyOutcome(ctx, server, outcome);
}

/** Renews the lease until the work is over. If renewing keeps failing, the lease is lost, and the result of the work is not written. */
async function whileHeld<T>(ctx: Ctx, server: ClaimedServer, work: () => Promise<T>): Promise<T> {
  const renew = () =>
    prolongLease(ctx.db.sql, server, { until: addMs(ctx.clock.wall(), LEASE_MS) }).catch((error: unknown) => {
      ctx.log.warn({ err: error, serverId: server.id }, 'the lease of a server could not be renewed');
    });
  const beat = setInterval(renew, RENEWED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
