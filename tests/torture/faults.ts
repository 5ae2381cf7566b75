import { sql } from 'kysely';
import type { Ctx } from '../../server/src/core/ground/ctx.ts';
import { CallerDied, type PaymentsFault } from '../../server/src/core/testing/faulty-payments.ts';
import { EngineError, type Engine } from '../../server/src/engines/engine.ts';
import { AppError } from '../../server/src/kit/errors.ts';
import { SECOND_MS } from '../../server/src/kit/clock.ts';
import type { HandClock } from '../../server/src/kit/hand-clock.ts';
import type { TransactionFault } from './history.ts';

/** What is still to strike. */
export interface Armed {
  /** The transaction that is hit, counted from now; null: none. */
  transaction: { fault: TransactionFault; after: number } | null;
  /** How many calls to the engine hang until nobody waits for them any more. */
  hangs: number;
  readonly provider: PaymentsFault[];
}

/** Whether an error is a fault that we injected: the caller was interrupted, and the world continues. */
export function isOwnFault(error: unknown): boolean {
  return error instanceof CallerDied;
}

/** The process dies around a transaction, or the database drops its connection: then nobody knows what was done. */
export function mortalTransactions(armed: Armed): (transact: Ctx['transact']) => Ctx['transact'] {
  return (transact) => async (run) => {
    const fault = struck(armed);
    if (fault === null) return transact(run);
    const answer = await transact(async (tx) => {
      const done = await run(tx);
      if (fault === 'dies before commit') throw new CallerDied(fault);
      if (fault === 'connection dropped') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      return done;
    }).catch((error: unknown) => {
      // What the operation itself refuses, it refuses with or without a fault.
      throw fault === 'connection dropped' && !(error instanceof AppError) ? new CallerDied(fault, { cause: error }) : error;
    });
    if (fault === 'dies after commit') throw new CallerDied(fault);
    return answer;
  };
}

function struck(armed: Armed): TransactionFault | null {
  if (armed.transaction === null) return null;
  armed.transaction.after -= 1;
  if (armed.transaction.after >= 0) return null;
  const { fault } = armed.transaction;
  armed.transaction = null;
  return fault;
}

/** Longer than a step may hold a server: another worker takes it over while a call hangs. */
const HANG_MS = 20 * SECOND_MS;

const HANGING = ['ensureRunning', 'ensureStopped', 'ensureHibernated', 'ensureGone', 'reboot', 'relocate', 'backup', 'observe'] as const;

/**
 * An engine whose calls hang: nobody answers within the time that the caller may wait, another worker continues with the same
 * server, and only then does the call do its work.
 */
export function hangingEngine<E extends Engine>(engine: E, how: { armed: Armed; clock: HandClock; meanwhile: () => Promise<void> }): E {
  return new Proxy(engine, {
    get(target, name, receiver): unknown {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || !HANGING.some((call) => call === name)) return value;
      return async (...args: unknown[]): Promise<unknown> => {
        if (how.armed.hangs === 0) return Reflect.apply(value, target, args);
        how.armed.hangs -= 1;
        how.clock.advance(HANG_MS);
        await how.meanwhile();
        const works = how.armed.hangs % 2 === 0;
        if (works) await Promise.resolve(Reflect.apply(value, target, args)).catch(() => undefined);
        throw new EngineError('timeout', `${String(name)} hung`);
      };
    },
  });
}
