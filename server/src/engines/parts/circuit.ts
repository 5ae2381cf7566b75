import { addMs, type Clock } from '../../kit/clock.ts';

/** After this many consecutive calls without an answer, no calls are made for a while. */
const FAILURES = 5;
const PAUSE_MS = 5_000;

/**
 * A circuit breaker: prevents callers from queueing up for an API that does not answer: they fail at once, and occasionally one tries. Our
 * own, because the libraries for it (opossum, cockatiel) measure real time with their own timers, and everything here uses a clock that a
 * test can move.
 */
export interface Circuit {
  /** Runs a call. @throws the error from `silent`, at once, while the circuit is open */
  run<T>(call: () => Promise<T>): Promise<T>;
}

export interface Silence {
  /** Whether a call failed because nothing answered. */
  isSilence(error: unknown): boolean;
  /** Why no call is made now; `last` is the last failure. */
  silent(last: unknown): Error;
}

export function createCircuit(clock: Pick<Clock, 'wall'>, { isSilence, silent }: Silence): Circuit {
  let silences = 0;
  /** No calls until then; null: the circuit is closed. */
  let openUntil: Date | null = null;
  let last: unknown = null;

  function heard(): void {
    silences = 0;
    openUntil = null;
  }

  return {
    async run(call) {
      if (openUntil !== null) {
        if (clock.wall() < openUntil) throw silent(last);
        // This caller tries; the others keep failing until it has its answer.
        openUntil = addMs(clock.wall(), PAUSE_MS);
      }
      try {
        const answer = await call();
        heard();
        return answer;
      } catch (error) {
        if (isSilence(error)) {
          silences += 1;
          last = error;
          if (silences >= FAILURES) openUntil = addMs(clock.wall(), PAUSE_MS);
        } else if (!isAbort(error)) {
          // A refusal is an answer, too; an abort says nothing about the API.
          heard();
        }
        throw error;
      }
    },
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}
