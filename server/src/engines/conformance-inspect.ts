import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineError, type ConformanceKit } from './conformance-kit.ts';
import type { MachineFirewallRule } from './engine.ts';

const ssh: MachineFirewallRule = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '0.0.0.0/0', portMin: 22, portMax: 22 };

/** The promises of an engine that knows everything about a machine, so that the row of a machine can be restored. */
export function inspectConformance(start: () => ConformanceKit): void {
  const { signal } = new AbortController();
  const kit = () => {
    const { engine, ...rest } = start();
    return { ...rest, engine, inspect: engine.inspect };
  };

  test('a machine tells whose it is and what it has, whichever process asks', async (t) => {
    const { inspect, makeSpec, engine, until, again } = kit();
    if (!inspect) return t.skip('this engine cannot tell');
    const spec = makeSpec({ firewall: [ssh], record: '{"account":"acc_1","name":"Ça \\"va\\""}' });
    await engine.ensureRunning(spec, signal);
    const machine = await until(spec.serverId, 'running');
    const found = await again().inspect?.(spec.serverId, signal);
    assert.ok(found);
    const { bootedAt, gpus, ...rest } = found;
    assert.deepEqual(rest, {
      machine,
      record: spec.record,
      ipv4: machine.ipv4,
      ipv6: machine.ipv6,
      firewall: [ssh],
      forwards: null,
    });
    if (engine.can.placement === 'boreal') assert.deepEqual(gpus, spec.gpus);
    else assert.equal(gpus.length, spec.gpus.length);
    assert.ok(bootedAt);
  });

  test('what is hibernated tells the same, and has neither GPUs nor addresses', async (t) => {
    const { inspect, makeSpec, engine, until, untilDone } = kit();
    if (!inspect) return t.skip('this engine cannot tell');
    const spec = makeSpec();
    await engine.ensureRunning(spec, signal);
    await until(spec.serverId, 'running');
    await untilDone(
      () => engine.ensureHibernated(spec.serverId, signal),
      ({ power }) => power === 'hibernated',
    );
    const found = await inspect(spec.serverId, signal);
    assert.equal(found?.record, spec.record);
    assert.deepEqual([found.machine.power, found.gpus, found.ipv4, found.ipv6], ['hibernated', [], null, null]);
  });

  test('there is nothing to tell of a machine that nobody made, and a lost host does not tell', async (t) => {
    const { inspect, makeSpec, engine, until, faults } = kit();
    if (!inspect) return t.skip('this engine cannot tell');
    assert.equal(await inspect(makeSpec().serverId, signal), null);
    const hosts = faults?.lostHosts;
    if (!hosts) return;
    const spec = makeSpec();
    await engine.ensureRunning(spec, signal);
    await until(spec.serverId, 'running');
    await hosts.hostLost(spec.hostName);
    try {
      await until(spec.serverId, 'unreachable');
      await assert.rejects(inspect(spec.serverId, signal), engineError('timeout'));
    } finally {
      await hosts.hostBack(spec.hostName);
    }
  });
}
