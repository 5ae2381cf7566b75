import { pause, type Turn } from '../../parts/turn.ts';
import { isBusy } from './incus-errors.ts';

const AGAIN_MS = 200;

/**
 * Does what Incus refuses while it is at something else with the machine, such as ending one that did not start, as soon as it may.
 * @throws IncusError still busy when the turn is over; what else goes wrong, at once
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
