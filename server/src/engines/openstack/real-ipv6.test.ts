import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { lab as furniture } from '../../../../dev/openstack/furnish.ts';
import { requireLab } from '../../../../dev/openstack/lab.ts';
import { MINUTE_MS, systemClock } from '../../kit/clock.ts';
import type { MachineSpec, Observed } from '../engine.ts';
import { checkIpv6 } from './check/check-addresses.ts';
import type { CloudClient } from './cloud/cloud-client.ts';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import { visitLab, type LabVisitor } from './testing/lab-guests.ts';
import { labClient, labCloud } from './testing/lab-kit-cloud.ts';

const skip = process.env['BOREAL_OPENSTACK'] !== 'real' && 'only with npm run test:openstack, which starts a real OpenStack';
const { signal } = new AbortController();
const NETWORK = 'dual';
const GATEWAY = '2001:db8:20::1';
/** A second SSH server of the customer's own. */
const PORT = 2222;
const tcp = { protocol: 'tcp', ethertype: 'IPv6', cidr: '::/0' } as const;
const FOLLOWED_WITHIN_S = 90;
const Made = z.record(z.string(), z.looseObject({ id: z.string() }));
const Anything = z.unknown();

describe('public IPv6 addresses on a real OpenStack, beside floating ones', { skip, timeout: 15 * MINUTE_MS }, () => {
  let client: CloudClient;
  let kit: OpenstackKit;
  let visitor: LabVisitor;
  let network = '';
  const undo: (() => Promise<void>)[] = [];
  before(async () => {
    const lab = await requireLab();
    client = labClient(lab, 'demo');
    undo.push(async () => client.close());
    network = await makeNetwork();
    visitor = await visitLab(lab);
    undo.push(() => visitor.close());
    const cloud = await labCloud(lab, { whose: 'theirs', systemDisk: 'flavor' });
    kit = await openOpenstackKit(
      { ...cloud, network: NETWORK, ipv6: true, publicKey: visitor.publicKey },
      `ipv6${systemClock().now().getTime().toString(36)}`,
    );
    undo.push(() => kit.close());
  });
  after(async () => {
    for (const each of undo.toReversed()) await each();
  });

  async function make(kind: 'network' | 'subnet' | 'router', body: object): Promise<string> {
    const made = await client.change('network', { method: 'POST', path: `/v2.0/${kind}s`, body: { [kind]: body } }, Made, signal);
    const id = made[kind]?.id ?? assert.fail();
    undo.push(() => client.remove('network', `/v2.0/${kind}s/${id}`, signal));
    return id;
  }

  /** As the operator's guide says. */
  async function makeNetwork(): Promise<string> {
    const [external] = await client.list(
      'network',
      `/v2.0/networks?name=${furniture.externalNetwork}`,
      { key: 'networks', shape: z.object({ id: z.string() }) },
      signal,
    );
    const id = await make('network', { name: NETWORK });
    const stateful = { ipv6_ra_mode: 'dhcpv6-stateful', ipv6_address_mode: 'dhcpv6-stateful' };
    const subnets = [
      await make('subnet', { network_id: id, name: 'dual-v4', ip_version: 4, cidr: '10.30.0.0/22' }),
      await make('subnet', { network_id: id, name: 'dual-v6', ip_version: 6, cidr: '2001:db8:20::/64', gateway_ip: GATEWAY, ...stateful }),
    ];
    const router = await make('router', { name: NETWORK, external_gateway_info: { network_id: external?.id } });
    const path = `/v2.0/routers/${router}`;
    for (const subnet_id of subnets) {
      await client.change('network', { method: 'PUT', path: `${path}/add_router_interface`, body: { subnet_id } }, Anything, signal);
      undo.push(
        async () =>
          void (await client.change(
            'network',
            { method: 'PUT', path: `${path}/remove_router_interface`, body: { subnet_id } },
            Anything,
            signal,
          )),
      );
    }
    return id;
  }

  test('are given, may be used by the guest, are given up at hibernation, and others are given after it', async () => {
    assert.deepEqual(await checkIpv6({ client: kit.client, layout: kit.layout }, network, signal), []);
    const spec = kit.makeSpec();
    const first = await run(spec);
    assert.match(first.ipv6 ?? '', /^2001:db8:20::/);
    await isUsable(first);
    await kit.hibernated(spec);
    assert.equal((await kit.engine.observe(spec.serverId, signal)).ipv6, null);
    const woken = await run(spec);
    assert.match(woken.ipv6 ?? '', /^2001:db8:20::/);
    assert.notEqual(woken.ipv6, first.ipv6);
    await isUsable(woken);
    await remove(spec);
  });

  test('let in and out what the rules of a machine say', async (t) => {
    const specs = [kit.makeSpec(), kit.makeSpec()] as const;
    // Before the network, which does not go while they are on it.
    t.after(async () => {
      for (const spec of specs) await remove(spec);
    });
    const [{ serverId }] = specs;
    const [machine, neighbour] = await Promise.all([run(specs[0]), run(specs[1])]);
    for (const one of [machine, neighbour]) await isUsable(one);
    const on = (one: Observed, command: string) => visitor.run({ user: 'root', ipv4: one.ipv4 ?? '' }, command);
    for (const one of [machine, neighbour]) await on(one, `dropbear -r /system/hostkey -p '[::]:${PORT}'`);
    const reaches = async (from: Observed, to: Observed) => (await on(from, `nc -w 5 ${to.ipv6} ${PORT} </dev/null | head -c 3`)) === 'SSH';
    const letsIn = () => reaches(neighbour, machine);
    // Not by a ping: neutron lets ICMP of IPv6 out whatever the rules say.
    const letsOut = () => reaches(machine, neighbour);
    // The cloud's agents take their time to follow a rule.
    const until = async (look: () => Promise<boolean>, isSo: boolean) => {
      for (let left = FOLLOWED_WITHIN_S; (await look()) !== isSo; left -= 1) {
        assert.ok(left > 0, `it should be ${isSo}, and is not`);
        await sleep(1000);
      }
    };

    await kit.engine.applyFirewall(specs[1].serverId, [{ ...tcp, direction: 'ingress', portMin: PORT, portMax: PORT }], signal);
    await until(letsOut, true);
    assert.equal(await letsIn(), false);
    await kit.engine.applyFirewall(serverId, [{ ...tcp, direction: 'ingress', portMin: PORT, portMax: PORT }], signal);
    await until(letsIn, true);
    await kit.engine.applyFirewall(serverId, [{ ...tcp, direction: 'egress', portMin: 443, portMax: 443 }], signal);
    await until(letsIn, false);
    await until(letsOut, false);
    await kit.engine.applyFirewall(serverId, [{ ...tcp, direction: 'egress', portMin: PORT, portMax: PORT }], signal);
    await until(letsOut, true);
  });

  const run = (spec: MachineSpec) => kit.running(spec);
  const remove = ({ serverId }: MachineSpec) => kit.gone({ serverId });

  /** The lab's guest has no client for DHCPv6: it is given the address that one would take. */
  async function isUsable({ ipv4, ipv6 }: { ipv4: string | null; ipv6: string | null }): Promise<void> {
    const ask = `ip -6 address replace ${ipv6}/64 dev eth0 && sleep 3 && ping6 -c 3 -I ${ipv6} ${GATEWAY} && ip -6 route`;
    const said = await visitor.run({ user: 'root', ipv4: ipv4 ?? '' }, ask);
    assert.match(said, / 0% packet loss/);
    assert.match(said, /default via fe80:/, 'the router has told of itself');
  }
});
