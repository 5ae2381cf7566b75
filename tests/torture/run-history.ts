import { checkHistory, checkOnTheWay } from './check-history.ts';
import { comeToRest } from './come-to-rest.ts';
import type { History } from './history.ts';
import { perform } from './perform.ts';
import { startWorld, type Stage, type World } from './world.ts';

/** What a test breaks on purpose, to see that it is found. */
export interface Sabotage {
  /** Changes the world before anything happens, such as by an engine that lies. */
  readonly atFirst?: (world: World) => Promise<World> | World;
  /** Changes what was written when all is at rest. */
  readonly atRest?: (world: World) => Promise<void>;
}

/** What a history showed to be wrong, each a sentence; empty: nothing. */
export async function runHistory(stage: Stage, history: History, sabotage: Sabotage = {}): Promise<readonly string[]> {
  const first = await startWorld(stage, history);
  const world = (await sabotage.atFirst?.(first)) ?? first;
  const { wrong } = world.notes;
  try {
    for (const step of history.steps) {
      await perform(world, step);
      if (step.do === 'pass') await checkOnTheWay(world);
      if (wrong.length > 0) return wrong;
    }
    await comeToRest(world);
    await sabotage.atRest?.(world);
    await checkOnTheWay(world);
    await checkHistory(world);
    return wrong;
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [...wrong, `step ${world.step} of ${history.steps.length}: ${text}`];
  }
}
