import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engineError } from '../conformance-kit.ts';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import { startCloudDouble, type CloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';
import { openDoubleKit } from './testing/open-double-kit.ts';

const { signal } = new AbortController();

describe("a provider's network whose addresses of IPv6 lead nowhere outside", () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  before(async () => {
    double = await startCloudDouble();
    for (const [id, subnet] of double.networks.subnets)
      if (subnet.cidr.startsWith('2001:db8:5:')) double.networks.subnets.set(id, { ...subnet, cidr: 'fd00:5::/64' });
    kit = await openOpenstackKit({ ...doubleCloud(double, 'ours'), network: 'provider', floatingNetwork: null });
  });
  after(() => kit.close());

  test('a machine there hibernates and wakes with another address and one inside again, which is told to nobody', async () => {
    const spec = kit.makeSpec();
    const before = await kit.running(spec);
    await kit.hibernated(spec);
    const woken = await kit.running(spec);
    assert.notEqual(woken.ipv4, before.ipv4);
    assert.deepEqual([before.ipv6, woken.ipv6], [null, null]);
    const fixed = [...double.networks.ports.values()].flatMap(({ fixed_ips }) => fixed_ips.map(({ ip_address }) => ip_address));
    assert.ok(fixed.includes(woken.ipv4 ?? '') && fixed.some((ip) => ip.startsWith('fd00:5:')), fixed.join());
  });
});

describe('a network that another project shares', () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  before(async () => {
    double = await startCloudDouble();
    kit = await openOpenstackKit({ ...doubleCloud(double, 'theirs'), network: 'provider' });
  });
  after(() => kit.close());

  test('takes machines beside which there are floating addresses, and they hibernate and wake', async () => {
    const spec = kit.makeSpec();
    const before = await kit.running(spec);
    assert.match(before.ipv4 ?? '', /^172\.24\.4\./);
    await kit.hibernated(spec);
    const woken = await kit.running(spec);
    assert.match(woken.ipv4 ?? '', /^172\.24\.4\./);
    assert.notEqual(woken.ipv4, before.ipv4);
  });

  test('and where the addresses of its ports are nobody’s to change, a machine keeps its own, which nobody is told while it sleeps', async () => {
    const engine = kit.again({ layout: { ...kit.layout, floatingNetwork: null, ipv6: true } });
    const spec = kit.makeSpec();
    const before = await kit.running(spec, engine);
    assert.ok(before.ipv4 !== null && before.ipv6 !== null);
    const asleep = await kit.hibernated(spec, engine);
    assert.deepEqual([asleep.ipv4, asleep.ipv6], [null, null]);
    const woken = await kit.running(spec, engine);
    assert.deepEqual([woken.ipv4, woken.ipv6], [before.ipv4, before.ipv6]);
  });

  test('and where its cloud lets whoever has a port change them, it wakes with another', async () => {
    double.networks.policy.sharedFixedIps = 'open';
    const engine = kit.again({ layout: { ...kit.layout, floatingNetwork: null } });
    const spec = kit.makeSpec();
    const before = await kit.running(spec, engine);
    await kit.hibernated(spec, engine);
    assert.notEqual((await kit.running(spec, engine)).ipv4, before.ipv4);
  });
});

test('a machine wakes with another address than it had, although the answer that gave it the old one was lost', async () => {
  const { double, kit } = await openDoubleKit('theirs');
  const spec = kit.makeSpec();
  const before = await kit.running(spec);
  await kit.hibernated(spec);
  // Neutron gives out what was given back last.
  const { floatingIps, giveAgain } = double.networks;
  giveAgain(before.ipv4 ?? '');
  double.faults.once(({ method, path }) => (method === 'POST' && path.endsWith('/floatingips') ? 'lost' : 'passed'));
  await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('timeout'));
  assert.deepEqual(
    [...floatingIps.values()].map(({ floating_ip_address }) => floating_ip_address),
    [before.ipv4],
  );
  const woken = await kit.running(spec);
  assert.notEqual(woken.ipv4, before.ipv4);
  assert.deepEqual(
    [...floatingIps.values()].map(({ floating_ip_address }) => floating_ip_address),
    [woken.ipv4],
  );
  await kit.close();
});
