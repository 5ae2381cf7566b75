import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { AnswerLimits } from '../../../../engines/answer-limits.ts';
import { enginesOf } from '../../../../engines/engines.ts';
import { HOUR_MS, SECOND_MS } from '../../../../kit/clock.ts';
import { startCloud } from '../../../testing/cloud.ts';
import { convergeServer } from './converge-server.ts';

for (const work of [10 * SECOND_MS, HOUR_MS]) {
  test(`a server is held for as long as its engine may take to answer, of ${work / SECOND_MS} s`, async () => {
    const cloud = await startCloud({ hosts: { l4: [1] } });
    try {
      const customer = await cloud.customer('100');
      const id = await customer.deploy('l4-x1');
      const answers: AnswerLimits = { ...cloud.engine.answers, work };
      let heldMs = 0;
      const slow = {
        ...cloud.engine,
        answers,
        ensureRunning: async (...given: Parameters<typeof cloud.engine.ensureRunning>) => {
          heldMs = ((await cloud.server(id)).leaseUntil?.getTime() ?? 0) - cloud.clock.wall().getTime();
          return cloud.engine.ensureRunning(...given);
        },
      };
      await convergeServer(cloud.ctx, enginesOf([slow]), id);
      assert.ok(heldMs > work && heldMs <= work + answers.look + 2 * SECOND_MS, String(heldMs));
      // And it is given back with the answer.
      assert.equal((await cloud.server(id)).leaseUntil, null);
    } finally {
      await cloud.close();
    }
  });
}

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
