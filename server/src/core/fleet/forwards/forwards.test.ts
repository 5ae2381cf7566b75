import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { isAppError } from '../../../kit/errors.ts';
import { assertTold } from '../../../kit/testing.ts';
import { checkStock } from '../../testing/check-stock.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { addHost } from '../capacity/hosts/add-host.ts';
import { listHosts } from '../capacity/hosts/list-hosts.ts';
import { removeHost } from '../capacity/hosts/remove-host.ts';
import { setHostState } from '../capacity/hosts/set-host-state.ts';
import { addFirewallRule } from '../firewall/add-firewall-rule.ts';
import { deleteFirewallRule } from '../firewall/delete-firewall-rule.ts';
import { listFirewallRules } from '../firewall/list-firewall-rules.ts';
import { evacuateHosts } from '../lifecycle/watch/evacuate-hosts.ts';
import { getServer } from '../servers/views/get-server.ts';
import { listServerStates } from '../servers/views/list-server-states.ts';
import { listServers } from '../servers/views/list-servers.ts';
import { listSharedAddresses } from './shared-addresses.store.ts';
import { shareAddress, unshareAddress } from './share-address.ts';
import { checkForwards } from './testing/check-forwards.ts';

const refused = (path: string, says: RegExp) => (error: unknown) => {
  if (!isAppError(error, 'INVALID_REQUEST')) return false;
  const [issue] = error.details.issues;
  if (issue === undefined) return false;
  assertTold(issue.message);
  return issue.path === path && says.test(issue.message.en);
};
const tcp = (portRangeMin: number, portRangeMax = portRangeMin) =>
  ({ direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', portRangeMin, portRangeMax }) as const;

describe('servers of a box with one public address', () => {
  let cloud: Cloud;
  let customer: Customer;
  let hostId: string;
  let hostName: string;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [4] } });
    customer = await cloud.customer('1000');
    const [host] = await listHosts(cloud.db.sql);
    [hostId, hostName] = [host?.id ?? '', host?.name ?? ''];
  });
  afterEach(async () => {
    try {
      await checkForwards(cloud);
      await checkStock(cloud);
    } finally {
      await cloud.close();
    }
  });

  const share = (ports: string, more: { ip?: string; hostName?: string; listenIp?: string } = {}) =>
    shareAddress(cloud.ctx, { ip: '203.0.113.7', hostName: null, listenIp: null, ports, ...more });
  const rules = async (serverId: string) => (await listFirewallRules(customer.ctx, { serverId })).items;
  const deployed = async () => {
    const id = await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    return id;
  };
  const detail = (serverId: string) => getServer(customer.ctx, { serverId });
  const use = async () => (await listSharedAddresses(cloud.db.sql))[0];

  test('are reached at it, each by a port of its own, wherever an address is told', async () => {
    await share('20000-20099', { listenIp: '192.168.1.10' });
    const [a, b] = [await deployed(), await deployed()];
    assert.deepEqual(
      [await detail(a), await detail(b)].map(({ ipv4, sshPort }) => [ipv4, sshPort]),
      [
        ['203.0.113.7', 20_000],
        ['203.0.113.7', 20_001],
      ],
    );
    const { items } = await listServers(customer.ctx, {});
    assert.deepEqual(
      items.map(({ sshPort }) => sshPort),
      [20_000, 20_001],
    );
    assert.deepEqual(
      (await listServerStates(customer.ctx)).map(({ sshPort }) => sshPort),
      [20_000, 20_001],
    );
    assert.deepEqual(await cloud.engine.forwardsOf(b), {
      listenIp: '192.168.1.10',
      ports: [{ protocol: 'tcp', port: 22, publicPort: 20_001 }],
    });
    const [ssh] = await rules(b);
    assert.deepEqual(ssh?.forwarding, {
      address: '203.0.113.7',
      ports: [{ protocol: 'tcp', port: 22, publicPort: 20_001 }],
      refused: null,
    });
  });

  test('whose address is their own have none of this', async () => {
    const id = await deployed();
    const { ipv4, sshPort } = await detail(id);
    assert.deepEqual([typeof ipv4, sshPort], ['string', 22]);
    assert.deepEqual(
      (await rules(id)).map(({ forwarding }) => forwarding),
      [null],
    );
    assert.equal(await cloud.engine.forwardsOf(id), null);
  });

  test('tell at once by which ports a new rule is reached, and two with the same rule have different ones', async () => {
    await share('20000-20099');
    const [a, b] = [await deployed(), await deployed()];
    const made = await Promise.all([a, b].map((serverId) => addFirewallRule(customer.ctx, { serverId, ...tcp(8080, 8081) })));
    const ports = made.flatMap(({ forwarding }) => forwarding?.ports ?? []);
    assert.deepEqual(
      ports.map(({ port }) => port),
      [8080, 8081, 8080, 8081],
    );
    assert.equal(new Set(ports.map(({ publicPort }) => publicPort)).size, 4);
    await cloud.settle();
    for (const [n, id] of [a, b].entries()) {
      const there = (await cloud.engine.forwardsOf(id))?.ports.filter(({ port }) => port !== 22);
      assert.deepEqual(there, made[n]?.forwarding?.ports);
    }
  });

  test('keep the port of a rule that is deleted and added again, and of two rules for one port, and give it up with the last', async () => {
    await share('20000-20099');
    const id = await deployed();
    const [first, second] = [
      await addFirewallRule(customer.ctx, { serverId: id, ...tcp(8080) }),
      await addFirewallRule(customer.ctx, { serverId: id, ...tcp(8080), remoteIpPrefix: '198.51.100.0/24' }),
    ];
    assert.deepEqual(second.forwarding, first.forwarding);
    await deleteFirewallRule(customer.ctx, { serverId: id, ruleId: first.id });
    await deleteFirewallRule(customer.ctx, { serverId: id, ruleId: second.id });
    const again = await addFirewallRule(customer.ctx, { serverId: id, ...tcp(8080) });
    assert.deepEqual(again.forwarding, first.forwarding);
    await cloud.settle();
    await deleteFirewallRule(customer.ctx, { serverId: id, ruleId: again.id });
    // Until its machine applies the current rules, the port still leads to it.
    assert.equal((await use())?.held, 2);
    await cloud.settle();
    assert.equal((await use())?.held, 1);
    const other = await addFirewallRule(customer.ctx, { serverId: id, ...tcp(8080) });
    assert.notDeepEqual(other.forwarding, first.forwarding, 'what was released last is assigned last');
  });

  test('keep the port of SSH while its rule is gone', async () => {
    await share('20000-20099');
    const id = await deployed();
    const [ssh] = await rules(id);
    await deleteFirewallRule(customer.ctx, { serverId: id, ruleId: ssh?.id ?? 0 });
    await cloud.settle();
    assert.equal((await detail(id)).sshPort, 20_000);
    const again = await addFirewallRule(customer.ctx, { serverId: id, ...tcp(22) });
    assert.deepEqual(again.forwarding, ssh?.forwarding);
  });

  test('are told what of a rule cannot be forwarded, and why', async () => {
    await share('20000-20007');
    const id = await deployed();
    const all = await addFirewallRule(customer.ctx, { serverId: id, direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4' });
    assert.deepEqual(all.forwarding?.refused, 'TOO_MANY_PORTS');
    assert.deepEqual(
      all.forwarding?.ports.map(({ port }) => port),
      [22],
      'what other rules have forwarded is open to it, too',
    );
    const wide = await addFirewallRule(customer.ctx, { serverId: id, ...tcp(1, 65_535) });
    assert.equal(wide.forwarding?.refused, 'TOO_MANY_PORTS');
    // Of eight ports, one is SSH's, and three are for the host's other GPUs.
    const five = await addFirewallRule(customer.ctx, { serverId: id, ...tcp(9000, 9004) });
    assert.deepEqual([five.forwarding?.ports.length, five.forwarding?.refused], [4, 'NO_PORT_LEFT']);
    const more = await addFirewallRule(customer.ctx, { serverId: id, ...tcp(9100) });
    assert.deepEqual([more.forwarding?.ports, more.forwarding?.refused], [[], 'NO_PORT_LEFT']);
    // Other kinds of rules need no port.
    for (const rule of [
      { direction: 'egress', protocol: 'tcp', ethertype: 'IPv4', portRangeMin: 443 },
      { direction: 'ingress', protocol: 'icmp', ethertype: 'IPv4' },
      { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv6', portRangeMin: 443 },
    ] as const) {
      assert.equal((await addFirewallRule(customer.ctx, { serverId: id, ...rule })).forwarding, null);
    }
    // Removing a rule makes room for one that waits.
    await deleteFirewallRule(customer.ctx, { serverId: id, ruleId: five.id });
    await cloud.settle();
    await addFirewallRule(customer.ctx, { serverId: id, ...tcp(9101) });
    const waited = (await rules(id)).find((rule) => rule.id === more.id);
    assert.deepEqual([waited?.forwarding?.ports.length, waited?.forwarding?.refused], [1, null]);
  });

  test('have no more than 64 ports each, however quickly rules come and go', async () => {
    await share('20000-29999');
    const id = await deployed();
    for (let n = 0; n < 6; n += 1) {
      const rule = await addFirewallRule(customer.ctx, { serverId: id, ...tcp(1000 + 16 * n, 1015 + 16 * n) });
      if (n < 3) await deleteFirewallRule(customer.ctx, { serverId: id, ruleId: rule.id });
      assert.ok(((await use())?.held ?? 0) <= 64);
    }
    await cloud.settle();
    await addFirewallRule(customer.ctx, { serverId: id, ...tcp(5000, 5015) });
    const last = await addFirewallRule(customer.ctx, { serverId: id, ...tcp(6000) });
    assert.equal((await use())?.held, 64);
    assert.equal(last.forwarding?.refused, 'TOO_MANY_PORTS');
  });

  test('are sold only while there is a port for each, whatever rules have taken, and no rule keeps a GPU from being sold', async () => {
    await share('20000-20002');
    const first = await deployed();
    await addFirewallRule(customer.ctx, { serverId: first, ...tcp(8000, 8015) });
    const second = await customer.deploy('h100-sxm-x1');
    // The second counts, although it is neither settled nor has a port.
    await customer.deploy('h100-sxm-x1');
    await assert.rejects(customer.deploy('h100-sxm-x1'), { code: 'PLAN_NOT_AVAILABLE' });
    await cloud.settle();
    assert.equal((await cloud.server(second)).status, 'ACTIVE');
    await customer.remove(second);
    await cloud.settle();
    assert.equal((await cloud.server(await deployed())).status, 'ACTIVE');
  });

  test('give their ports back when they hibernate or end, and wake with others', async () => {
    await share('20000-20099');
    const id = await deployed();
    await addFirewallRule(customer.ctx, { serverId: id, ...tcp(8080) });
    await cloud.settle();
    await customer.act(id, 'hibernate');
    await cloud.settle();
    assert.deepEqual([(await detail(id)).sshPort, (await use())?.held], [null, 0]);
    assert.deepEqual(
      (await rules(id)).map(({ forwarding }) => forwarding),
      [null, null],
    );
    await customer.act(id, 'hibernate-restore');
    await cloud.settle();
    assert.notEqual((await detail(id)).sshPort, 20_000);
    assert.equal((await cloud.engine.forwardsOf(id))?.ports.length, 2);
    await customer.act(id, 'stop');
    await cloud.settle();
    assert.equal((await use())?.held, 2, 'who is only off keeps them');
    await customer.remove(id);
    await cloud.settle();
    assert.equal((await use())?.held, 0);
  });

  test('move to another host with the address and the ports of that one', async () => {
    await share('20000-20099', { hostName });
    const [running, off] = [await deployed(), await deployed()];
    await customer.act(off, 'stop');
    await cloud.settle();
    const [host] = await listHosts(cloud.db.sql);
    await addHost(cloud.ctx, { poolId: host?.poolId ?? '', name: 'second', gpuCount: 4 });
    await share('30000-30009', { ip: '198.51.100.9', hostName: 'second' });
    await setHostState(cloud.ctx, { hostId, state: 'draining' });
    await evacuateHosts(cloud.ctx, cloud.engine);
    await cloud.settle();
    const moved = await detail(running);
    assert.deepEqual([moved.ipv4, (moved.sshPort ?? 0) >= 30_000], ['198.51.100.9', true]);
    await customer.act(off, 'start');
    await cloud.settle();
    assert.equal((await detail(off)).ipv4, '198.51.100.9');
    const held = (await listSharedAddresses(cloud.db.sql)).map((each) => [each.hostName, each.held]);
    assert.deepEqual(Object.fromEntries(held), { [hostName]: 0, second: 2 });
    await removeHost(cloud.ctx, { hostId });
    assert.equal((await listSharedAddresses(cloud.db.sql)).length, 1);
  });

  test('keep an operator from sharing, unsharing or narrowing what they are reached by', async () => {
    const own = await deployed();
    await assert.rejects(share('20000-20099'), refused('hostName', /is on/));
    await customer.remove(own);
    await cloud.settle();
    await share('20000-20099');
    const id = await deployed();
    await assert.rejects(unshareAddress(cloud.ctx, { hostName: null }), refused('hostName', /is on/));
    await assert.rejects(share('20000-20099', { ip: '203.0.113.8' }), refused('hostName', /is on/));
    await assert.rejects(share('20001-20099'), refused('ports', /outside this range/));
    assert.deepEqual(await share('20000-20009'), {
      ip: '203.0.113.7',
      hostName,
      first: 20_000,
      last: 20_009,
      added: 0,
      removed: 90,
    });
    assert.equal((await share('20000-20019')).added, 10);
    await customer.remove(id);
    await cloud.settle();
    await unshareAddress(cloud.ctx, { hostName });
    await assert.rejects(unshareAddress(cloud.ctx, { hostName }), refused('hostName', /share no address/));
    assert.equal((await detail(await deployed())).sshPort, 22);
  });

  test('of several hosts behind one router have ports of their own', async () => {
    const [host] = await listHosts(cloud.db.sql);
    await addHost(cloud.ctx, { poolId: host?.poolId ?? '', name: 'second', gpuCount: 4 });
    await assert.rejects(share('20000-20099'), refused('hostName', /which host/i));
    await share('20000-20099', { hostName });
    await assert.rejects(share('20099-20199', { hostName: 'second' }), refused('ports', /lead to/));
    await share('20100-20199', { hostName: 'second' });
  });

  test('have no ports of the host’s own, and no address that is none', async () => {
    for (const ports of ['22', '1-65535', '1023-2000', '30000-20000', '20000-70000', '20000-', 'all', '']) {
      await assert.rejects(share(ports), refused('ports', /1024/), ports);
    }
    for (const ip of ['203.0.113', '2001:db8::1', 'box.example.com', '203.0.113.7/32']) {
      await assert.rejects(share('20000-20099', { ip }), refused('ip', /IPv4/), ip);
    }
    await assert.rejects(share('20000-20099', { listenIp: 'eth0' }), refused('listenIp', /IPv4/));
    await assert.rejects(share('20000-20099', { hostName: 'nowhere' }), refused('hostName', /no host/));
  });
});
