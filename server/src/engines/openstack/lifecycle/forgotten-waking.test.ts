import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addMs, MINUTE_MS, systemClock } from '../../../kit/clock.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';

const { signal } = new AbortController();

for (const whose of ['ours', 'theirs'] as const) {
  test(`${whose}: of a machine that nova forgot in its waking is told what ends it, and it wakes then`, { timeout: 60_000 }, async (t) => {
    const { double, kit } = await openDoubleKit(whose);
    t.after(() => kit.close());
    const spec = kit.makeSpec();
    await kit.running(spec);
    await kit.hibernated(spec);
    const before = double.asked.length;
    double.hold();
    const asked = kit.engine.ensureRunning(spec, signal);
    asked.catch(() => undefined);
    while (!double.asked.slice(before).some(({ method, path }) => method === 'POST' && path.endsWith('/action'))) await sleep(5);
    await double.faults.down('image');
    double.goOn();
    await sleep(200);
    await double.faults.up('image');
    assert.equal((await asked).power, 'starting');
    const [machine] = double.servers();
    assert.equal(machine?.taskState, 'unshelving');
    // What takes its time is not called forgotten.
    assert.equal((await kit.engine.ensureRunning(spec, signal)).power, 'starting');
    const late = kit.again({ clock: { ...systemClock(), wall: () => addMs(new Date(), 3 * MINUTE_MS) } });
    await assert.rejects(late.ensureRunning(spec, signal), {
      engineCause: 'unknown',
      message: /task_state = null where uuid = '[0-9a-f-]{36}'/,
    });
    await assert.rejects(late.ensureHibernated(spec.serverId, signal), { engineCause: 'unknown', message: /task_state = null/ });
    machine.taskState = null;
    await assert.rejects(kit.engine.ensureRunning(spec, signal), /does not wake/);
    await kit.running(spec);
  });
}
