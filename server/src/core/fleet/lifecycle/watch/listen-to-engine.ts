import { EngineError, EngineSilent, type Engine, type EngineHost, type EngineSilence } from '../../../../engines/engine.ts';
import { SECOND_MS } from '../../../../kit/clock.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { lastContact, noteContact } from './engine-contacts.store.ts';

/** Who is asked for so long has not answered; two looks with such a wait, and the pause between them, take less than a minute. */
const LISTEN_MS = 10 * SECOND_MS;
/** An engine that is upgraded, or whose cluster chooses a leader, is back sooner. Real time. */
const GRACE_MS = 20 * SECOND_MS;

/** Since when an engine has not been heard, in real and in product time, and why. */
export interface Quiet {
  readonly silence: EngineSilence;
  readonly sinceWall: Date;
  readonly since: Date;
}

export type Heard =
  | { readonly is: 'heard'; readonly hosts: readonly EngineHost[] }
  /** `counts`: no process has heard it for longer than a restart takes. */
  | { readonly is: 'quiet'; readonly quiet: Quiet; readonly counts: boolean; readonly error: unknown };

/**
 * Asks an engine for its hosts. `before`: what the previous look heard; undefined: there was none, and whatever is found now counts.
 * The grace begins anew when the reason changes: who refused a moment ago was there.
 */
export async function listenToEngine(ctx: Ctx, engine: Engine, before: Quiet | null | undefined): Promise<Heard> {
  const now = { wall: ctx.clock.wall(), product: ctx.clock.now() };
  const signal = AbortSignal.timeout(LISTEN_MS);
  try {
    const hosts = await engine.hosts(signal);
    await noteContact(ctx.db.sql, { engine: engine.name, at: ctx.clock.wall() });
    return { is: 'heard', hosts };
  } catch (error) {
    const silence = silenceIn(error, signal);
    if (silence === null) throw error;
    const quiet = before?.silence === silence ? before : { silence, sinceWall: now.wall, since: now.product };
    return { is: 'quiet', quiet, error, counts: before === undefined || (await outlastsGrace(ctx, engine, quiet, now.wall)) };
  }
}

/** Null: that is a mistake of ours, or of the database's. */
function silenceIn(error: unknown, signal: AbortSignal): EngineSilence | null {
  if (error instanceof EngineSilent) return error.silence;
  if (error instanceof EngineError) return 'no_service';
  return signal.aborted ? 'no_answer' : null;
}

/** Another process may hear what this one does not, because of its own network or its own settings. */
async function outlastsGrace(ctx: Ctx, engine: Engine, { sinceWall }: Quiet, wall: Date): Promise<boolean> {
  const isOver = (since: Date) => wall.getTime() - since.getTime() >= GRACE_MS;
  if (!isOver(sinceWall)) return false;
  const heardAt = await lastContact(ctx.db.sql, engine.name);
  return heardAt === null || isOver(heardAt);
}
