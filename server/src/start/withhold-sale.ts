import type { Engine } from '../engines/engine.ts';
import { MINUTE_MS, type Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { OpenEngine } from './open-engine.ts';

/**
 * Handles an engine that was silent when Boreal started, so that nobody has checked whether its machines are safe to rent out, or that was
 * found unsafe. Its existing machines are served, but its hosts are withheld from sale until it answers and is found safe; while it is
 * unsafe, it is checked every minute.
 */
export function withholdUntilChecked(
  { engine, check }: Pick<OpenEngine, 'engine' | 'check'>,
  { log, clock }: { log: Log; clock: Pick<Clock, 'wall'> },
  why: 'unchecked' | 'unsafe' = 'unchecked',
): Engine {
  let withheld: 'unchecked' | 'unsafe' | null = why;
  let checkedAt: Date | null = why === 'unsafe' ? clock.wall() : null;
  let underWay: Promise<void> | null = null;

  async function look(): Promise<void> {
    try {
      const { missing, unsafe } = await check(AbortSignal.timeout(engine.answers.check));
      for (const sentence of missing) log.warn(sentence);
      for (const sentence of unsafe) log.error(sentence);
      withheld = unsafe.length > 0 ? 'unsafe' : null;
      checkedAt = clock.wall();
      if (withheld === null) log.info({ engine: engine.name }, 'the engine has been checked: its machines are safe to rent out');
      else
        log.error(
          { engine: engine.name },
          'machines of the engine cannot be rented to strangers: nothing is sold on it until this is mended',
        );
    } catch (error) {
      log.warn({ err: error, engine: engine.name }, 'the engine could not be checked; it is tried again');
    }
  }

  function isDue(): boolean {
    return withheld !== null && underWay === null && (checkedAt === null || clock.wall().getTime() - checkedAt.getTime() >= MINUTE_MS);
  }

  return {
    ...engine,
    async hosts(signal) {
      const hosts = await engine.hosts(signal);
      // A call for hosts does not wait for the check: the next one sees its result.
      if (isDue()) underWay = look().finally(() => (underWay = null));
      const now = withheld;
      return now === null ? hosts : hosts.map((host) => ({ ...host, withheld: now }));
    },
  };
}
