import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { enginesOf } from '../../../../engines/engines.ts';
import { SECOND_MS } from '../../../../kit/clock.ts';
import { startCloud } from '../../../testing/cloud.ts';
import { convergeServer } from './converge-server.ts';

test('a server is held while its engine is asked, however long that takes, and no longer by who died in it', async (t) => {
  const cloud = await startCloud({ hosts: { l4: [1] } });
  try {
    const customer = await cloud.customer('100');
    const id = await customer.deploy('l4-x1');
    const heldMs = async () => ((await cloud.server(id)).leaseUntil?.getTime() ?? 0) - cloud.clock.wall().getTime();
    t.mock.timers.enable({ apis: ['setInterval'] });
    const held: number[] = [];
    const slow = {
      ...cloud.engine,
      ensureRunning: async (...given: Parameters<typeof cloud.engine.ensureRunning>) => {
        for (let beats = 0; beats < 20; beats += 1) {
          cloud.clock.advance(5 * SECOND_MS);
          t.mock.timers.tick(5 * SECOND_MS);
          // Its own statement comes after the renewal's.
          await cloud.db.pool.query('select 1');
          for (let looks = 0; looks < 2_000 && (await heldMs()) < 15 * SECOND_MS; looks += 1);
          held.push(await heldMs());
        }
        return cloud.engine.ensureRunning(...given);
      },
    };
    await convergeServer(cloud.ctx, enginesOf([slow]), id);
    assert.deepEqual(new Set(held), new Set([15 * SECOND_MS]));
    // And it is released with the answer.
    assert.equal((await cloud.server(id)).leaseUntil, null);
  } finally {
    t.mock.timers.reset();
    await cloud.close();
  }
});

test('who takes longer than the engine says is not waited for', async () => {
  const cloud = await startCloud({ hosts: { l4: [1] } });
  try {
    const customer = await cloud.customer('100');
    const id = await customer.deploy('l4-x1');
    const hangs = {
      ...cloud.engine,
      answers: { ...cloud.engine.answers, work: 1 },
      ensureRunning: async (_: unknown, signal: AbortSignal) => {
        if (!signal.aborted) await once(signal, 'abort');
        throw signal.reason;
      },
    };
    assert.partialDeepStrictEqual(await convergeServer(cloud.ctx, enginesOf([hangs]), id), { is: 'wait', reason: 'timeout' });
  } finally {
    await cloud.close();
  }
});
