import { networkInterfaces } from 'node:os';
import type { z } from 'zod';
import { Network } from '../../../engines/incus/client/incus-shapes.ts';
import { OperatorError } from '../../operator-error.ts';
import { freePrivateNetwork, planNetwork } from '../incus/network-plan.rules.ts';
import { incusOf, listOf, withIncus } from '../incus/with-incus.ts';
import { settingChanges } from '../setting-changes.ts';
import type { Step } from '../step.ts';

const NAME = 'boreal';

/** The servers' network: for them only, and behind this machine's NAT if no public network is routed to it. */
export const networkStep: Step = {
  name: 'network',
  async plan(setup) {
    const incus = await incusOf(setup);
    if (incus === null) return { stands: 'the engine’s own', changes: [] };
    const name = (await setup.settings.read())['INCUS_NETWORK'] ?? NAME;
    const networks = await withIncus(
      setup,
      incus,
      async ({ client, signal }) => (await client.read('/1.0/networks?recursion=1', listOf(Network), signal)).value,
    );
    const written = await settingChanges(setup, [{ name: 'INCUS_NETWORK', value: name }]);
    const present = networks.find((each) => each.name === name);
    if (present) return { stands: `${name}, ${present.config['ipv4.address'] ?? present.type}`, changes: written };
    const asked = await setup.answers.get('addresses', { byDefault: '' });
    const { gateway, leased } = planNetwork(asked === '' ? requirePrivate(networks) : asked);
    const config = {
      'ipv4.address': gateway,
      'ipv4.nat': String(asked === ''),
      'ipv4.dhcp.ranges': leased,
      'ipv6.address': 'none',
      // Hides the names and addresses of other customers' machines.
      'dns.mode': 'none',
      'raw.dnsmasq': 'dhcp-ignore-names\nno-hosts',
    };
    const run = () =>
      withIncus(setup, incus, ({ change }) =>
        change({ method: 'POST', path: '/1.0/networks', body: { name, type: 'bridge', description: 'Made by boreal setup', config } }),
      );
    const what = `the network ${name}, ${gateway}${asked === '' ? ', hidden behind this machine' : ', as it is routed to this machine'}`;
    return { stands: `${name}, ${gateway}`, changes: [{ verb: 'make', what, run }, ...written] };
  },
};

function requirePrivate(networks: readonly z.output<typeof Network>[]): string {
  const own = Object.values(networkInterfaces()).flatMap((each) => each?.flatMap(({ cidr }) => cidr ?? []) ?? []);
  const ofIncus = networks.flatMap(({ config }) => [config['ipv4.address'] ?? ''].filter((address) => /^[\d.]+\/\d+$/.test(address)));
  const network = freePrivateNetwork([...own, ...ofIncus]);
  if (network === null)
    throw new OperatorError(
      'No private network is free that setup knows. Make one by hand, as the guide to Incus says, and name it in INCUS_NETWORK.',
    );
  return network;
}
