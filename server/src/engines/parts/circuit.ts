import { addMs, type Clock } from '../../kit/clock.ts';

/** After so many calls in a row without an answer, nobody is asked for a while. */
const FAILURES = 5;
const PAUSE_MS = 5_000;

/**
 * Keeps callers from queueing up before an API that does not answer: they fail at once, and one in a while tries. Ours, because the
 * libraries for it (opossum, cockatiel) count real time by timers of their own, and what runs on a clock here runs on one that a test moves.
 */
export interface Circuit {
  /** Runs a call. @throws what `silent` makes, at once, while the circuit is open */
  run<T>(call: () => Promise<T>): Promise<T>;
}

export interface Silence {
  /** Whether a call failed because nobody answered. */
  isSilence(error: unknown): boolean;
  /** Why nobody is asked now; `last` is the last silence. */
  silent(last: unknown): Error;
}

export function createCircuit(clock: Pick<Clock, 'wall'>, { isSilence, silent }: Silence): Circuit {
  let silences = 0;
  /** Until then nobody is asked; null: everybody is. */
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
        // This caller tries; the others go on waiting until it has its answer.
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
