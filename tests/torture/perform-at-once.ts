import { checkGpus } from '../../server/src/core/testing/check-gpus.ts';
import { linger, unhurried } from '../../server/src/core/testing/unhurried-engine.ts';
import type { AtOnce, Step } from './history.ts';
import { tick, work } from './pass-time.ts';
import type { World } from './world.ts';

/** What is asked at the same time, with two workers doing all that they do meanwhile. What meets what is the machine's own choice. */
export async function performAtOnce(
  world: World,
  { steps, pauses }: Extract<Step, { do: 'at once' }>,
  perform: (step: AtOnce) => Promise<void>,
): Promise<void> {
  const { cloud } = world;
  world.clock.advance(1);
  const busy: World = { ...world, engine: { ...world.engine, ...onTheirWay(world, pauses) } };
  const still = { asking: true };
  const ask = async (step: AtOnce, n: number) => {
    await linger(cloud, 4 * (pauses[n] ?? 0));
    await perform(step);
  };
  const asked = Promise.all(steps.map(ask)).finally(() => (still.asking = false));
  const workBeside = async () => {
    do await Promise.all([work(busy, 2), tick(busy, undefined, 2)]);
    while (still.asking);
  };
  const check = async () => {
    while (still.asking) await checkGpus(cloud);
  };
  const ends = await Promise.allSettled([asked, workBeside(), check()]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Calls take their time there and back, so that others get between. */
function onTheirWay(world: World, pauses: readonly number[]) {
  const { ensureRunning, ensureStopped, ensureHibernated, ensureGone, reboot, relocate, backup, observe, list } = unhurried(
    world.cloud,
    () => pauses,
  );
  return { ensureRunning, ensureStopped, ensureHibernated, ensureGone, reboot, relocate, backup, observe, list };
}
