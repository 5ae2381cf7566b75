import type { Schedules } from '../../server/src/core/schedules.ts';
import { convergeServer } from '../../server/src/core/fleet/lifecycle/converge/converge-server.ts';
import { listDueServers, nextConvergeAt } from '../../server/src/core/fleet/servers/servers.store.ts';
import { EngineError } from '../../server/src/engines/engine.ts';
import { addMs, MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { isOwnFault } from './faults.ts';
import type { Outage, Step } from './history.ts';
import type { World } from './world.ts';
import { enginesOf } from '../../server/src/engines/engines.ts';

/** Between two looks at work in progress. Looking less often leads to the same result in the end. */
const LOOK_MS = 10 * SECOND_MS;

/** Lets time pass, with the worker doing what it does as things fall due, or not doing it. */
export async function passTime(world: World, step: Omit<Extract<Step, { do: 'pass' }>, 'do'>): Promise<void> {
  const { clock } = world;
  const end = addMs(clock.now(), step.minutes * MINUTE_MS);
  const tickMs = Math.ceil((step.minutes * MINUTE_MS) / step.ticks);
  while (clock.now() < end) {
    const from = clock.now();
    const to = new Date(Math.min(end.getTime(), from.getTime() + tickMs));
    // Before the work: it uses up faults, and what they did to it is not of a calm time.
    const calmBefore = await isCalm(world);
    if (!idle(step.without, 'work')) await workUntil(world, to, step.workers ?? 1);
    clock.moveTo(to);
    await tick(world, step.without, step.workers ?? 1);
    const calm = calmBefore && step.without === undefined && (await isCalm(world));
    world.notes.ticks.push({ from, to: clock.now(), calm });
  }
  if (!idle(step.without, 'work')) await work(world, step.workers ?? 1);
}

const idle = (without: Outage | undefined, part: Outage) => without === part || without === 'all';

async function workUntil(world: World, to: Date, workers: 1 | 2): Promise<void> {
  const { cloud, clock } = world;
  for (;;) {
    await work(world, workers);
    const next = await nextConvergeAt(cloud.db.sql);
    if (next === null) return;
    const at = Math.max(next.getTime(), clock.now().getTime() + LOOK_MS);
    if (at >= to.getTime()) return;
    clock.moveTo(new Date(at));
  }
}

/** Everything that is scheduled, once, as if its time had come. */
export async function tick(world: World, without: Outage | undefined, workers: 1 | 2): Promise<void> {
  if (without === 'all') return;
  const run = (names: readonly (keyof Schedules)[]) => runEach(world, names, workers);
  const seldom = world.notes.ticks.length % 4 === 0;
  // What has nothing to do is not asked: it is most of the time that a history takes.
  if (world.players.some(({ cards }) => cards.size > 0)) await run(['autoReload', 'payments', 'orders']);
  if (without !== 'meter') await meter(world, workers);
  if (seldom) await run(['lowCredit', 'statements']);
  if (world.notes.options.length > 0) await run(['backups', 'deletedBackups', ...(seldom ? (['storedBackups'] as const) : [])]);
  if (without !== 'work') await work(world, workers);
  if (without !== 'watch')
    await run(['watch', ...(world.notes.draining ? (['evacuation'] as const) : []), ...(seldom ? (['orphans'] as const) : [])]);
  if (without !== 'work') await work(world, workers);
}

async function runEach(world: World, names: readonly (keyof Schedules)[], workers: 1 | 2): Promise<void> {
  for (const name of names) await byEach(world, workers, async (schedules) => schedules[name]?.run());
}

/** A meter that was cut off has tried, and may have come to its hours or not. */
export function meter(world: World, workers: 1 | 2 = 1): Promise<void> {
  const { clock, notes } = world;
  return byEach(world, workers, async (schedules) => {
    notes.meterTries.push(clock.now());
    await schedules.meter.run();
    notes.meterRuns.push(clock.now());
  });
}

/** Each worker has a table of its own: what one has seen, the other has not. */
async function byEach(world: World, workers: 1 | 2, run: (schedules: Schedules) => Promise<unknown>): Promise<void> {
  await Promise.all(world.schedules.slice(0, workers).map((schedules) => unlessFault(() => run(schedules))));
}

/** More steps than anything takes: a server that always has another one is stuck. */
const STEPS = 200;

/** What is due now, by one worker or by two that meet. */
export async function work(world: World, workers: 1 | 2 = 1): Promise<void> {
  const { cloud, engine } = world;
  for (let n = 0; n < STEPS; n += 1) {
    const due = await listDueServers(cloud.db.sql, { now: cloud.clock.now(), wall: cloud.clock.wall(), limit: 100 });
    if (due.length === 0) return;
    for (const id of due) {
      world.beside.work = () => unlessFault(() => convergeServer(cloud.ctx, cloud.engines, id));
      const step = () => unlessFault(() => convergeServer(cloud.ctx, enginesOf([engine]), id));
      await (workers === 2 ? Promise.all([step(), step()]) : step());
    }
  }
  throw new Error('a server always has another step to take at the same moment');
}

/** A schedule that was cut off by one of our own faults, or that the engine did not answer, is tried again at its next time. */
async function unlessFault(task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!isOwnFault(error) && !(error instanceof EngineError)) throw error;
  }
}

async function isCalm({ cloud, armed }: World): Promise<boolean> {
  if (armed.transaction !== null || armed.hangs > 0 || armed.provider.length > 0) return false;
  // A guest that never ends is off a minute and a half later, and slow no more is as fast as ever.
  const { rowCount } = await cloud.db.pool.query(
    `select from simulated_engine.fault
     where (remaining is null or remaining > 0) and kind <> 'never_ends' and factor is distinct from 1 limit 1`,
  );
  return rowCount === 0;
}
