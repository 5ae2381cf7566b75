import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { drawHistory } from './draw-history.ts';
import { listKept, readKept } from './kept-histories.ts';
import { runHistory } from './run-history.ts';
import { told } from './told.ts';
import { openStage, type Stage } from './world.ts';

/** Fixed, so that a change is judged by itself: seeds that nobody has tried are for "npm run torture". */
const SEED = 1;
const HISTORIES = Number(process.env['BOREAL_TORTURE_HISTORIES'] ?? 24);
const STEPS = 25;

describe('whatever customers, operators, machines, cards, the clock and the database do', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  test('every hour of a machine is billed once at its price, free for a reason or given back, and nothing is charged without one', async () => {
    for (const seed of Array.from({ length: HISTORIES }, (_, n) => SEED + n)) {
      const wrong = await runHistory(stage, drawHistory(seed, STEPS));
      assert.deepEqual(
        told(wrong),
        [],
        `npm run torture -- --histories 1 --seed ${seed} --steps ${STEPS} shows this and looks for the shortest way to it`,
      );
    }
  });

  test('histories that once showed something wrong show nothing any more', async () => {
    for (const file of await listKept()) {
      const { found, history } = await readKept(file);
      assert.deepEqual(told(await runHistory(stage, history)), [], `${basename(file)} showed: ${found.join(' · ')}`);
    }
  });
});
