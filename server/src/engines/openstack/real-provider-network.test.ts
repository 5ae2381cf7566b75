import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { lab as furniture } from '../../../../dev/openstack/furnish.ts';
import { requireLab } from '../../../../dev/openstack/lab.ts';
import { MINUTE_MS, systemClock } from '../../kit/clock.ts';
import { checkIpv6 } from './check/check-addresses.ts';
import type { CloudClient } from './cloud/cloud-client.ts';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import { visitLab, type LabVisitor } from './testing/lab-guests.ts';
import { labClient, labCloud } from './testing/lab-kit-cloud.ts';

const skip = process.env['BOREAL_OPENSTACK'] !== 'real' && 'only with npm run test:openstack, which starts a real OpenStack';
const { signal } = new AbortController();
const NAME = 'provided';
const { physicalNetwork, v4, v6 } = furniture.provider;
const Made = z.record(z.string(), z.looseObject({ id: z.string() }));
const WithId = z.object({ id: z.string() });

for (const [whose, others] of [
  ['theirs', 'the same after hibernation, for only the owner of the network may change them'],
  ['ours', 'others after hibernation'],
] as const)
  describe(
    `a network of a provider's on a real OpenStack, whose addresses are public already: ${whose}`,
    { skip, timeout: 15 * MINUTE_MS },
    () => {
      let admin: CloudClient;
      let kit: OpenstackKit;
      let visitor: LabVisitor;
      let network = '';
      const undo: (() => Promise<void>)[] = [];
      before(async () => {
        const lab = await requireLab();
        admin = labClient(lab, 'admin');
        undo.push(async () => admin.close());
        network = await makeNetwork();
        visitor = await visitLab(lab);
        undo.push(() => visitor.close());
        const cloud = await labCloud(lab, { whose, systemDisk: 'flavor' });
        kit = await openOpenstackKit(
          {
            ...cloud,
            network: NAME,
            floatingNetwork: null,
            ipv6: true,
            publicKey: visitor.publicKey,
            probesFrom: [v4.gateway, furniture.outside],
          },
          `${whose}${systemClock().now().getTime().toString(36)}`,
        );
        undo.push(() => kit.close());
      });
      after(async () => {
        for (const each of undo.toReversed()) await each();
      });

      async function make(kind: 'network' | 'subnet', body: object): Promise<string> {
        const made = await admin.change('network', { method: 'POST', path: `/v2.0/${kind}s`, body: { [kind]: body } }, Made, signal);
        const id = made[kind]?.id ?? assert.fail();
        undo.push(() => admin.remove('network', `/v2.0/${kind}s/${id}`, signal));
        return id;
      }

      /** As a provider does, for everybody: the addresses' way out is the provider's, and no router of neutron's is on it. */
      async function makeNetwork(): Promise<string> {
        const flat = { 'provider:network_type': 'flat', 'provider:physical_network': physicalNetwork };
        const network_id = await make('network', { name: NAME, shared: true, ...flat });
        const stateful = { ipv6_ra_mode: 'dhcpv6-stateful', ipv6_address_mode: 'dhcpv6-stateful' };
        const pool = { start: '172.24.5.20', end: '172.24.5.60' };
        await make('subnet', { network_id, ip_version: 4, cidr: v4.cidr, gateway_ip: v4.gateway, allocation_pools: [pool] });
        await make('subnet', { network_id, ip_version: 6, cidr: v6.cidr, gateway_ip: v6.gateway, ...stateful });
        return network_id;
      }

      test(`gives each machine addresses of its own, ${others}, and has nothing of one that is gone`, async () => {
        assert.deepEqual(await checkIpv6({ client: kit.client, layout: kit.layout }, network, signal), []);
        const spec = kit.makeSpec();
        const run = () => kit.running(spec);
        const first = await run();
        await isUsable(first);
        await kit.hibernated(spec);
        const asleep = await kit.engine.observe(spec.serverId, signal);
        assert.deepEqual([asleep.ipv4, asleep.ipv6], [null, null]);
        const areKept = whose === 'theirs';
        assert.equal((await addressesTaken()).length, areKept ? 2 : 0);
        const woken = await run();
        assert.deepEqual([woken.ipv4 === first.ipv4, woken.ipv6 === first.ipv6], [areKept, areKept]);
        await isUsable(woken);
        await kit.gone(spec);
        assert.deepEqual(await addressesTaken(), []);
        assert.equal((await kit.engine.leftovers(signal)).filter(({ serverId }) => serverId === spec.serverId).length, 0);
      });

      /** The lab's guest has no client for DHCPv6: it is given the address that one would take. */
      async function isUsable({ ipv4, ipv6 }: { ipv4: string | null; ipv6: string | null }): Promise<void> {
        assert.match(ipv4 ?? '', /^172\.24\.5\./);
        assert.match(ipv6 ?? '', /^2001:db8:5::/);
        const ask = `ip -6 address replace ${ipv6}/64 dev eth0 && sleep 3 && ping6 -c 3 -I ${ipv6} ${v6.gateway} && ip -4 -o address show dev eth0`;
        const said = await visitor.run({ user: 'root', ipv4: ipv4 ?? '' }, ask);
        assert.match(said, / 0% packet loss/);
        assert.ok(said.includes(` ${ipv4}/24 `), said);
      }

      /** Of machines; neutron's own has one, which hands out the others. */
      async function addressesTaken(): Promise<string[]> {
        const Port = WithId.extend({ device_owner: z.string(), fixed_ips: z.array(z.object({ ip_address: z.string() })) });
        const ports = await admin.list('network', `/v2.0/ports?network_id=${network}`, { key: 'ports', shape: Port }, signal);
        return ports
          .filter(({ device_owner }) => !device_owner.startsWith('network:'))
          .flatMap(({ fixed_ips }) => fixed_ips.map(({ ip_address }) => ip_address));
      }
    },
  );
