import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, EngineSilent, type Engine, type Observed } from '../../../engines/engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readHolderRow } from './holders.store.ts';
import { fencedError, tendHolder } from './tend-holder.ts';

const LOOK_AGAIN_MS = 5 * SECOND_MS;

/** The calls that report an unreachable engine by `EngineSilent` themselves. */
const askedAsAWhole: readonly string[] = ['hosts', 'list', 'leftovers'];

/**
 * The same engine, left alone while another database drives it: like an engine that is no longer in the configuration, it is not called,
 * and what is on it waits. A process calls it only after checking once which database drives it.
 */
export function fencedEngine(ctx: Ctx, engine: Engine): Engine {
  if (!engine.holder) return engine;
  let hasLooked = false;

  async function isOurs(): Promise<boolean> {
    if (!hasLooked) {
      await tendHolder(ctx, engine, { counts: 'never', signal: AbortSignal.timeout(engine.answers.hosts) });
      hasLooked = true;
    }
    return (await readHolderRow(ctx.db.sql, engine.name)).fencedAt === null;
  }

  async function requireOurs(): Promise<void> {
    if (!(await isOurs())) throw fencedError(engine.name);
  }

  return new Proxy(engine, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      if (name === 'changes') return target.changes && fencedChanges(isOurs, target.changes);
      return async (...given: readonly unknown[]): Promise<unknown> => {
        try {
          await requireOurs();
        } catch (error) {
          if (!(error instanceof EngineSilent) || askedAsAWhole.includes(name)) throw error;
          const [serverId] = given;
          if (name === 'observe' && error.silence === 'no_answer' && typeof serverId === 'string') return unreachable(serverId);
          throw new EngineError('timeout', error.message, { cause: error });
        }
        return Reflect.apply(member, target, given);
      };
    },
  });
}

function fencedChanges(isOurs: () => Promise<boolean>, changes: NonNullable<Engine['changes']>): NonNullable<Engine['changes']> {
  return async function* follow(signal) {
    while (!(await isOurs())) await sleep(LOOK_AGAIN_MS, undefined, { signal });
    yield* changes(signal);
  };
}

function unreachable(serverId: string): Observed {
  return { serverId, power: 'unreachable', hostName: null, ipv4: null, ipv6: null, rebootToken: null, failure: null };
}
