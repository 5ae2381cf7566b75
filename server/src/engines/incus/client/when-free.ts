import { pause, type Turn } from '../../parts/turn.ts';
import { isBusy } from './incus-errors.ts';

const AGAIN_MS = 200;

/**
 * Retries what Incus refuses while it is busy with the machine, such as stopping one that did not start, as soon as it is free.
 * @throws IncusError still busy when the turn is over; any other error at once
 */
export async function whenFree<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || !(await pause(turn, AGAIN_MS))) throw error;
    }
  }
}
