import { isDeepStrictEqual } from 'node:util';
import { randomBase62 } from '../../../kit/ids.ts';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { EngineSilent, type Engine } from '../../../engines/engine.ts';
import { markReachable } from '../capacity/hosts.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { isKnownEngine } from '../../ground/installation/engine-names.store.ts';
import { judgeHolder } from './holder.rules.ts';
import { lockHolder, saveHolder } from './holders.store.ts';

/** A database copy older than this plus one look is behind the engine. */
const COUNT_EVERY_MS = 2 * MINUTE_MS;
const ID_LENGTH = 22;

/**
 * Checks which database drives an engine, and records it. `counts`: `due`, this process drives the engine and increases the epoch every few
 * minutes; `now`, it increases it immediately; `never`, it only looks and claims nothing. Returns whether this database drives the engine.
 * An engine that keeps no record may be driven by any database. @throws EngineSilent · EngineError nothing was changed
 */
export async function tendHolder(
  ctx: Ctx,
  engine: Pick<Engine, 'name' | 'holder'>,
  { counts, signal }: { counts: 'now' | 'due' | 'never'; signal: AbortSignal },
): Promise<boolean> {
  const { name, holder } = engine;
  if (!holder) return true;
  // A process that only looks may do so before the first start with a new engine: no epoch was recorded on it yet.
  if (counts === 'never' && !(await isKnownEngine(ctx.db.sql, name))) return true;
  // Read before the row, so that the row includes whatever another worker of this database has counted meanwhile.
  const said = await holder.read(signal);
  const at = ctx.clock.wall();
  const { before, own, write } = await ctx.transact(async (tx) => {
    const before = await lockHolder(tx, name);
    const isDue = before.advancedAt === null || addMs(before.advancedAt, COUNT_EVERY_MS) <= at;
    const judged = judgeHolder(before, said, {
      at,
      counts: counts === 'now' || (counts === 'due' && isDue),
      newId: randomBase62(ID_LENGTH),
    });
    if (!isDeepStrictEqual(judged.own, before)) await saveHolder(tx, name, judged.own);
    return { before, ...judged };
  });
  // If another worker has written more meanwhile, there is nothing left to write.
  if (write) await holder.replace({ before: said, after: write }, signal);
  const isFenced = own.fencedAt !== null;
  if (isFenced)
    await markReachable(ctx.db.sql, { engine: name, reachable: [], whys: new Map(), others: 'engine_fenced', at: ctx.clock.now() });
  if (isFenced && before.fencedAt === null) ctx.log.error({ engine: name }, fencedSentence(name));
  if (!isFenced && before.fencedAt !== null) ctx.log.warn({ engine: name }, 'this Boreal drives the engine again');
  return !isFenced;
}

/** For operators: the state, and what it means. */
export function fencedFact(engine: string): string {
  return (
    `Another Boreal drives the engine ${engine}: the database here is an older copy, or was taken over from. Nothing is done on the ` +
    'engine, nothing is sold on it, nothing is billed and no mail is sent.'
  );
}

export function fencedSentence(engine: string): string {
  return `${fencedFact(engine)} If this is the Boreal that is to go on, stop the other one for good, then type: boreal ${takeOverCommand(engine)}`;
}

export function takeOverCommand(engine: string): string {
  return `engine take-over ${engine} --confirm ${engine}`;
}

export function fencedError(engine: string): EngineSilent {
  return new EngineSilent('fenced', fencedSentence(engine));
}
