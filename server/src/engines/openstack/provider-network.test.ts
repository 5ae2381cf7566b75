import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Observed } from '../engine.ts';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import { startCloudDouble, type CloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

const { signal } = new AbortController();

describe("a provider's network", () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  afterEach(() => kit.close());

  async function open(whose: 'ours' | 'theirs', ipv6: boolean): Promise<void> {
    double = await startCloudDouble();
    if (!ipv6)
      for (const [id, subnet] of double.networks.subnets)
        if (subnet.cidr.startsWith('2001:db8:5:')) double.networks.subnets.set(id, { ...subnet, cidr: 'fd00:5::/64' });
    kit = await openOpenstackKit({ ...doubleCloud(double, whose), network: 'provider', floatingNetwork: null, ipv6 });
  }

  async function liveThrough(): Promise<{ before: Observed; asleep: Observed; woken: Observed }> {
    const spec = kit.makeSpec();
    const run = () =>
      kit.untilDone(
        () => kit.engine.ensureRunning(spec, signal),
        ({ power }) => power === 'running',
      );
    const before = await run();
    const asleep = await kit.untilDone(
      () => kit.engine.ensureHibernated(spec.serverId, signal),
      ({ power }) => power === 'hibernated',
    );
    return { before, asleep, woken: await run() };
  }

  test('whose addresses of IPv6 lead nowhere outside: a machine wakes with another address and one inside again, which is told to nobody', async () => {
    await open('ours', false);
    const { before, woken } = await liveThrough();
    assert.notEqual(woken.ipv4, before.ipv4);
    assert.deepEqual([before.ipv6, woken.ipv6], [null, null]);
    const fixed = [...double.networks.ports.values()].flatMap(({ fixed_ips }) => fixed_ips.map(({ ip_address }) => ip_address));
    assert.ok(fixed.includes(woken.ipv4 ?? '') && fixed.some((ip) => ip.startsWith('fd00:5:')), fixed.join());
  });

  test('which is shared with us: a machine hibernates though neutron lets only the owner change addresses, and has its own again', async () => {
    await open('theirs', true);
    const { before, asleep, woken } = await liveThrough();
    assert.deepEqual([asleep.ipv4, asleep.ipv6], [null, null]);
    assert.ok(before.ipv4 !== null && before.ipv6 !== null);
    assert.deepEqual([woken.ipv4, woken.ipv6], [before.ipv4, before.ipv6]);
  });
});
