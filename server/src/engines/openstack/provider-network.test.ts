import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import { startCloudDouble, type CloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

const { signal } = new AbortController();

describe("a provider's network whose addresses of IPv6 lead nowhere outside", () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  before(async () => {
    double = await startCloudDouble();
    for (const [id, subnet] of double.networks.subnets)
      if (subnet.cidr.startsWith('2001:db8:5:')) double.networks.subnets.set(id, { ...subnet, cidr: 'fd00:5::/64' });
    kit = await openOpenstackKit({ ...doubleCloud(double, 'theirs'), network: 'provider', floatingNetwork: null });
  });
  after(() => kit.close());

  test('a machine there hibernates and wakes with another address and one inside again, which is told to nobody', async () => {
    const spec = kit.makeSpec();
    const run = () =>
      kit.untilDone(
        () => kit.engine.ensureRunning(spec, signal),
        ({ power }) => power === 'running',
      );
    const before = await run();
    await kit.untilDone(
      () => kit.engine.ensureHibernated(spec.serverId, signal),
      ({ power }) => power === 'hibernated',
    );
    const woken = await run();
    assert.notEqual(woken.ipv4, before.ipv4);
    assert.deepEqual([before.ipv6, woken.ipv6], [null, null]);
    const fixed = [...double.networks.ports.values()].flatMap(({ fixed_ips }) => fixed_ips.map(({ ip_address }) => ip_address));
    assert.ok(fixed.includes(woken.ipv4 ?? '') && fixed.some((ip) => ip.startsWith('fd00:5:')), fixed.join());
  });
});
