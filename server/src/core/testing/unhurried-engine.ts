import type { Engine } from '../../engines/engine.ts';
import type { Cloud } from './cloud.ts';

/** Calls take time in both directions, so that others run in between; hibernated disks are on hosts, as with Incus. */
export function unhurried(cloud: Cloud, pauses: () => readonly number[]): Engine {
  const { engine } = cloud;
  let calls = 0;
  const onItsWay = async () => {
    const all = pauses();
    await linger(cloud, all[calls++ % all.length] ?? 0);
  };
  const slow =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await onItsWay();
      const answer = await call(...args);
      await onItsWay();
      return answer;
    };
  return {
    ...engine,
    observe: slow(engine.observe),
    list: slow(engine.list),
    ensureRunning: slow(engine.ensureRunning),
    ensureStopped: slow(engine.ensureStopped),
    ensureHibernated: slow(engine.ensureHibernated),
    ensureGone: slow(engine.ensureGone),
    relocate: slow(engine.relocate),
    reboot: slow(engine.reboot),
    backup: slow(engine.backup),
    hibernatedOn: async () =>
      (await engine.list(new AbortController().signal)).filter(({ power }) => power === 'hibernated').map(({ serverId }) => serverId),
  };
}

/** Time in which others make progress: measured not by a clock, but by a number of database responses. */
export async function linger(cloud: Cloud, long: number): Promise<void> {
  for (let n = 0; n < long; n += 1) await cloud.db.pool.query('select 1');
}
