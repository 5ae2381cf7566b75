import { SECOND_MS, type Clock } from '../../kit/clock.ts';
import { turnOf, type Turn } from './turn.ts';

const PATIENCE_MS = 7 * SECOND_MS;
/** A look waits for nothing but one try of the SSH port. */
export const GLANCE_MS = 500;

/** `what`: the operation, for its error message. @throws EngineError · whatever the signal was aborted with */
export type EngineCall = <T>(signal: AbortSignal, what: string, work: (turn: Turn) => Promise<T>, patienceMs?: number) => Promise<T>;

interface CallOptions {
  readonly clock: Pick<Clock, 'wall'>;
  /** How long a call waits for what it began, real time. */
  readonly patienceMs: number | undefined;
  readonly toEngineError: (error: unknown, what: string) => unknown;
}

/** What all calls of an engine have in common: a time limit, and conversion of errors to the port's. */
export function engineCall({ clock, patienceMs: usual = PATIENCE_MS, toEngineError }: CallOptions): EngineCall {
  return async (signal, what, work, patienceMs = usual) => {
    signal.throwIfAborted();
    try {
      return await work(turnOf(clock, { signal, patienceMs }));
    } catch (error) {
      signal.throwIfAborted();
      throw toEngineError(error, what);
    }
  };
}
