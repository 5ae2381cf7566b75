import { EngineError, EngineSilent, type Engine, type EngineSilence, type Observed } from '../../../../engines/engine.ts';
import type { EngineHost } from '../../../../engines/engine-hosts.ts';
import { SECOND_MS } from '../../../../kit/clock.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { lastContact, noteContact } from './engine-contacts.store.ts';

/** An engine that is being upgraded, or whose cluster elects a leader, is back sooner than this. Real time. */
const GRACE_MS = 20 * SECOND_MS;

/** Since when an engine has not answered, in real and in product time, and why. */
export interface Quiet {
  readonly silence: EngineSilence;
  readonly sinceWall: Date;
  readonly since: Date;
}

/** An engine that does not answer as a whole. */
export interface Unheard {
  readonly is: 'quiet';
  /** Input of the next look. */
  readonly quiet: Quiet;
  /** Whether it lasts longer than a restart takes. */
  readonly counts: boolean;
  /** What it counts as: an engine that reports its hosts but does not list its machines is there. */
  readonly as: EngineSilence;
  readonly error: unknown;
}

export type Heard = { readonly is: 'heard'; readonly hosts: readonly EngineHost[]; readonly machines: readonly Observed[] } | Unheard;

/**
 * Asks an engine for its hosts and machines. `before`: the result of the previous look; undefined: there was none, and this result counts
 * immediately. The grace period starts again when the reason changes: an engine that refused a moment ago was there.
 */
export async function listenToEngine(ctx: Ctx, engine: Engine, before: Quiet | null | undefined): Promise<Heard> {
  const now = { wall: ctx.clock.wall(), product: ctx.clock.now() };
  const quietSince = (silence: EngineSilence): Quiet =>
    before?.silence === silence ? before : { silence, sinceWall: now.wall, since: now.product };

  const hosts = await ask(engine.answers.hosts, (signal) => engine.hosts(signal));
  if (hosts.is === 'silence') {
    const quiet = quietSince(hosts.silence);
    const counts = before === undefined || (isOver(quiet.sinceWall, now.wall) && (await isHeardByNobody(ctx, engine, now.wall)));
    return { is: 'quiet', quiet, counts, as: hosts.silence, error: hosts.error };
  }
  await noteContact(ctx.db.sql, { engine: engine.name, at: ctx.clock.wall() });

  const list = await ask(engine.answers.list, (signal) => engine.list(signal));
  if (list.is === 'silence') {
    const quiet = quietSince(list.silence);
    const as = list.silence === 'no_answer' ? 'no_service' : list.silence;
    return { is: 'quiet', quiet, counts: isOver(quiet.sinceWall, now.wall), as, error: list.error };
  }
  return { is: 'heard', hosts: hosts.answer, machines: list.answer };
}

type Answer<T> =
  | { readonly is: 'answer'; readonly answer: T }
  | { readonly is: 'silence'; readonly silence: EngineSilence; readonly error: unknown };

/** @throws if the mistake is ours, or the database's */
async function ask<T>(limitMs: number, question: (signal: AbortSignal) => Promise<T>): Promise<Answer<T>> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    return { is: 'answer', answer: await question(signal) };
  } catch (error) {
    if (error instanceof EngineSilent) return { is: 'silence', silence: error.silence, error };
    if (error instanceof EngineError) return { is: 'silence', silence: 'no_service', error };
    if (signal.aborted) return { is: 'silence', silence: 'no_answer', error };
    throw error;
  }
}

/** Another process may get answers where this one does not, because of this one's own network or settings. */
async function isHeardByNobody(ctx: Ctx, engine: Engine, wall: Date): Promise<boolean> {
  const heardAt = await lastContact(ctx.db.sql, engine.name);
  return heardAt === null || isOver(heardAt, wall);
}

function isOver(since: Date, wall: Date): boolean {
  return wall.getTime() - since.getTime() >= GRACE_MS;
}
