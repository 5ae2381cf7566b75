import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../kit/clock.ts';
import { turnOf } from '../../parts/turn.ts';
import { IncusError } from './incus-errors.ts';
import { whenFree } from './when-free.ts';

const { signal } = new AbortController();
const turn = (patienceMs: number) => turnOf(systemClock(), { signal, patienceMs });
const busy = () => new IncusError(500, 'Failed to create instance update operation: Instance is busy running a "stop" operation');

test('what Incus refuses while it is busy with a machine is done once it is free', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw busy();
    return 'written';
  };
  assert.equal(await whenFree(turn(10_000), work), 'written');
  assert.equal(tries, 3);
});

test('is given up when the turn is over, and at once for another reason', async () => {
  await assert.rejects(
    whenFree(turn(300), () => Promise.reject(busy())),
    /busy running/,
  );
  let tries = 0;
  const gone = () => {
    tries += 1;
    return Promise.reject(new IncusError(404, 'Instance not found'));
  };
  await assert.rejects(whenFree(turn(10_000), gone), /not found/);
  assert.equal(tries, 1);
});
