import { isApiError } from '../api/api-error.ts';

export interface Target {
  readonly id: string;
  readonly name: string;
}

export interface Refused extends Target {
  readonly error: unknown;
}

interface All<T extends Target> {
  readonly targets: readonly T[];
  readonly act: (target: T) => Promise<unknown>;
  /** How many have been answered so far. */
  readonly onSettled: (count: number) => void;
}

/** More waits than a fleet of a thousand needs, in case a limit never lets anything through. */
const WAITS_MAX = 30;

/** Acts on one after the other, and waits where a limit says so; returns the refused ones, with the reason. */
export async function actOnAll<T extends Target>({ targets, act, onSettled }: All<T>): Promise<Refused[]> {
  const refused: Refused[] = [];
  let waits = 0;
  for (const [index, target] of targets.entries()) {
    for (;;) {
      try {
        await act(target);
        break;
      } catch (error) {
        const seconds = isApiError(error) && error.status === 429 ? error.retryAfterSeconds : null;
        if (seconds === null || (waits += 1) > WAITS_MAX) {
          refused.push({ id: target.id, name: target.name, error });
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      }
    }
    onSettled(index + 1);
  }
  return refused;
}
