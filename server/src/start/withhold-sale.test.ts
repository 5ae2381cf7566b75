import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { startCloud } from '../core/testing/cloud.ts';
import { listHosts } from '../core/fleet/capacity/hosts/list-hosts.ts';
import { createWatch } from '../core/fleet/lifecycle/watch/create-watch.ts';
import { EngineSilent } from '../engines/engine.ts';
import { MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import type { EngineFindings } from './open-engine.ts';
import { withholdUntilChecked } from './withhold-sale.ts';

test('an engine that was down when production started is sold once it was checked and is safe, and its machines are served meanwhile', async () => {
  const cloud = await startCloud({ hosts: { l4: [2] } });
  const customer = await cloud.customer('100');
  const first = await customer.deploy('l4-x1');
  await cloud.settle();
  let finds: EngineFindings | null = null;
  let checks = 0;
  const engine = withholdUntilChecked(
    {
      engine: cloud.engine,
      check: async () => {
        checks += 1;
        if (finds === null) throw new EngineSilent('no_answer', 'It is down again.');
        return finds;
      },
    },
    { log: createLog('silent'), clock: cloud.clock },
  );
  const watch = createWatch(cloud.ctx, engine);
  const look = async () => {
    await watch();
    await turn();
    await watch();
    const [host] = await listHosts(cloud.db.sql);
    return host?.silentWhy ?? null;
  };
  try {
    assert.equal(await look(), 'unchecked');
    await assert.rejects(customer.deploy('l4-x1'), { code: 'PLAN_NOT_AVAILABLE' });
    assert.equal((await cloud.server(first)).status, 'ACTIVE');

    finds = { missing: [], unsafe: ['A disk has no limit.'] };
    assert.equal(await look(), 'unsafe');
    await assert.rejects(customer.deploy('l4-x1'), { code: 'PLAN_NOT_AVAILABLE' });
    const before = checks;
    finds = { missing: [], unsafe: [] };
    cloud.clock.advance(15 * SECOND_MS);
    assert.deepEqual([await look(), checks], ['unsafe', before]);
    cloud.clock.advance(MINUTE_MS);
    assert.equal(await look(), null);
    await customer.deploy('l4-x1');
    await cloud.settle();

    const last = checks;
    cloud.clock.advance(MINUTE_MS);
    assert.deepEqual([await look(), checks], [null, last]);
  } finally {
    await cloud.close();
  }
});

test('a check may take as long as the engine says that its answers take, and one that hangs is given up and done again', async () => {
  const cloud = await startCloud({ hosts: { l4: [1] } });
  const signals: AbortSignal[] = [];
  const slow = { ...cloud.engine, answers: { ...cloud.engine.answers, check: 1 } };
  const engine = withholdUntilChecked(
    {
      engine: slow,
      async check(signal) {
        signals.push(signal);
        if (signals.length > 1) return { missing: [], unsafe: [] };
        if (!signal.aborted) await once(signal, 'abort');
        throw signal.reason;
      },
    },
    { log: createLog('silent'), clock: cloud.clock },
  );
  const hosts = () => engine.hosts(new AbortController().signal);
  try {
    for (let looks = 0; signals.length < 2; looks += 1) {
      assert.ok(looks < 1000, 'it hangs on');
      assert.equal((await hosts())[0]?.withheld, 'unchecked');
      await sleep(1);
    }
    await turn();
    assert.equal((await hosts())[0]?.withheld, undefined);
    assert.equal(signals[0]?.aborted, true);
  } finally {
    await cloud.close();
  }
});
