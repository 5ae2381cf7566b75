import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addMs, HOUR_MS, SECOND_MS, systemClock } from '../../kit/clock.ts';
import { engineError } from '../conformance-kit.ts';
import { SERVER } from './machine/machine-marks.rules.ts';
import { openOpenstackKit } from './openstack-kit.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';
import { openDoubleKit } from './testing/open-double-kit.ts';

const { signal } = new AbortController();

const { double, kit } = await openDoubleKit('theirs');
after(() => kit.close());

describe('processes whose clocks are wrong', () => {
  const made = (serverId: string) => double.servers().filter(({ metadata }) => metadata[SERVER] === serverId);
  const ports = () => [...double.networks.ports.values()];
  /** A process whose clock is ahead; `brief` is its engine, of which no call waits for long. */
  async function ahead(aheadMs: number) {
    let laterMs = 0;
    const clock = { ...systemClock(), wall: () => addMs(new Date(), aheadMs) };
    const { engine, client, again, untilDone } = await openOpenstackKit(doubleCloud(double, 'theirs'), '', clock);
    const brief = again({ clock: { ...clock, wall: () => addMs(clock.wall(), laterMs) }, patienceMs: SECOND_MS });
    return { engine, brief, untilDone, wait: (ms: number) => void (laterMs += ms), end: () => client.close() };
  }

  for (const [writer, reader] of [
    [-HOUR_MS, 0],
    [HOUR_MS, 0],
    [0, HOUR_MS],
    [0, -HOUR_MS],
  ] as const) {
    for (const neutron of ['tells when a port was made', 'does not tell it'] as const) {
      const name = `one that is ${writer / HOUR_MS} h ahead asks for a machine, one that is ${reader / HOUR_MS} h ahead waits as long as any other, where neutron ${neutron}`;
      test(name, async () => {
        const [asks, waits] = [await ahead(writer), await ahead(reader)];
        const wanted = kit.makeSpec();
        double.faults.once(({ method, path }) => (method === 'POST' && path.endsWith('/servers') ? 'dropped' : 'passed'));
        await assert.rejects(asks.engine.ensureRunning(wanted, signal), engineError('timeout'));
        if (neutron === 'does not tell it') for (const port of ports()) Object.assign(port, { created_at: null });
        assert.equal((await waits.brief.ensureRunning(wanted, signal)).power, 'starting');
        assert.equal(made(wanted.serverId).length, 0, 'its request may be on its way');
        waits.wait(120 * SECOND_MS);
        await waits.untilDone(
          () => waits.brief.ensureRunning(wanted, signal),
          ({ power }) => power === 'running',
        );
        assert.equal(made(wanted.serverId).length, 1);
        asks.end();
        waits.end();
      });
    }
  }
});
