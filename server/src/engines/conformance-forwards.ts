import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineError, type ConformanceKit } from './conformance-kit.ts';
import type { MachineForwards } from './engine.ts';

const { signal } = new AbortController();

/** The promises of an engine that forwards a host's ports to its machines. `listenIp`: an address of the host. */
export function forwardsConformance(kitOf: () => ConformanceKit): void {
  const of = (ports: readonly [publicPort: number, port: number, protocol?: 'tcp' | 'udp'][]): MachineForwards => ({
    listenIp: kitOf().listenIp ?? '192.0.2.1',
    ports: ports.map(([publicPort, port, protocol = 'tcp']) => ({ protocol, publicPort, port })),
  });

  test('ports lead to a machine from its boot on, are replaced as a whole, and stay through stop, start and reboot', async (t) => {
    const { engine, forwardsOf, makeSpec, until } = kitOf();
    if (!engine.applyForwards || !forwardsOf) return t.skip('this engine forwards no ports');
    const first = of([[20_100, 22]]);
    const spec = makeSpec({ forwards: first });
    await engine.ensureRunning(spec, signal);
    await until(spec.serverId, 'running');
    assert.deepEqual(await forwardsOf(spec.serverId), first);
    const more = of([
      [20_100, 22],
      [20_101, 8080],
      [20_103, 9000],
      [20_102, 53, 'udp'],
    ]);
    for (const forwards of [more, more, first, more]) {
      await engine.applyForwards(spec.serverId, forwards, signal);
      assert.deepEqual(sorted(await forwardsOf(spec.serverId)), sorted(forwards));
    }
    await engine.ensureStopped(spec.serverId, signal);
    await until(spec.serverId, 'stopped');
    await engine.ensureRunning({ ...spec, forwards: more, mustExist: true }, signal);
    await until(spec.serverId, 'running');
    assert.deepEqual(sorted(await forwardsOf(spec.serverId)), sorted(more));
    await engine.reboot(spec.serverId, 'again', signal);
    await kitOf().untilDone(
      () => engine.observe(spec.serverId, signal),
      ({ power, rebootToken }) => power === 'running' && rebootToken === 'again',
    );
    assert.deepEqual(sorted(await forwardsOf(spec.serverId)), sorted(more));
  });

  test('no port leads to a machine that hibernates, and others lead to it when it wakes', async (t) => {
    const { engine, forwardsOf, makeSpec, until, untilDone } = kitOf();
    if (!engine.applyForwards || !forwardsOf) return t.skip('this engine forwards no ports');
    const spec = makeSpec({ forwards: of([[20_110, 22]]) });
    await engine.ensureRunning(spec, signal);
    await until(spec.serverId, 'running');
    await untilDone(
      () => engine.ensureHibernated(spec.serverId, signal),
      ({ power }) => power === 'hibernated',
    );
    assert.equal(await forwardsOf(spec.serverId), null);
    const woken = of([[20_111, 22]]);
    await engine.ensureRunning({ ...spec, forwards: woken, mustExist: true }, signal);
    await until(spec.serverId, 'running');
    assert.deepEqual(await forwardsOf(spec.serverId), woken);
  });

  test('forwards of a machine that is not there are refused as gone', async (t) => {
    const { engine, makeSpec } = kitOf();
    if (!engine.applyForwards) return t.skip('this engine forwards no ports');
    await assert.rejects(engine.applyForwards(makeSpec().serverId, of([[20_120, 22]]), signal), engineError('gone'));
  });
}

function sorted(forwards: MachineForwards | null) {
  return forwards && { ...forwards, ports: forwards.ports.toSorted((a, b) => a.publicPort - b.publicPort) };
}
