import { createSocket } from 'node:dgram';
import { addAddresses } from '../../../core/fleet/addresses/add-addresses.ts';
import { countAddresses } from '../../../core/fleet/addresses/addresses.store.ts';
import { listHosts } from '../../../core/fleet/capacity/hosts/list-hosts.ts';
import { shareAddress } from '../../../core/fleet/forwards/share-address.ts';
import { listSharedAddresses } from '../../../core/fleet/forwards/shared-addresses.store.ts';
import type { Ctx } from '../../../core/ground/ctx.ts';
import { Network } from '../../../engines/incus/client/incus-shapes.ts';
import { OperatorError } from '../../operator-error.ts';
import { INVOCATION } from '../../verb.ts';
import { serversOf } from '../incus/network-plan.rules.ts';
import { incusOf, withIncus } from '../incus/with-incus.ts';
import { requireCtx } from '../require-ctx.ts';
import type { Change, Setup, Step } from '../step.ts';

const PORTS = '20000-29999';

/** How servers are reached: by addresses of their own, or by ports of one that they share. */
export const addressesStep: Step = {
  name: 'addresses',
  async plan(setup) {
    const incus = await incusOf(setup);
    if (incus === null) return { stands: 'the engine’s own', changes: [] };
    const ctx = await setup.ctx();
    const path = `/1.0/networks/${encodeURIComponent(incus.network)}`;
    const network = await withIncus(setup, incus, ({ client, signal }) => client.find(path, Network, signal));
    // In a preview the network is not created yet, and no host is declared.
    if (network === null || ctx === null) return { stands: 'given to servers once the network and the host are there', changes: [] };
    const { config } = network.value;
    const hosts = await listHosts(ctx.db.sql);
    const counts = await countAddresses(ctx.db.sql);
    const changes: Change[] = [];
    const range = serversOf(config);
    if (counts.length === 0) {
      if (range === null)
        throw new OperatorError(
          `Incus leases every address of ${incus.network} by itself. Leave some to servers: incus network set ${incus.network} ipv4.dhcp.ranges=FIRST-LAST, then go on with: ${INVOCATION} setup`,
        );
      changes.push({
        verb: 'give',
        what: `${range} to servers`,
        run: async () => void (await addAddresses(requireCtx(ctx), { range, engine: 'incus', hostName: null })),
      });
    }
    const [shared] = await listSharedAddresses(ctx.db.sql);
    if (shared) return { stands: `${shared.ip}, ports ${shared.first} to ${shared.last}`, changes };
    const [host, ...others] = hosts;
    if (config['ipv4.nat'] === 'true' && host && others.length === 0) {
      const share = await shareChange(setup, ctx, host.name);
      return { stands: `${share.ip}, ports ${share.ports}`, changes: [...changes, share.change] };
    }
    return { stands: counts.map(({ first, last }) => `${first}-${last}`).join(', ') || (range ?? ''), changes };
  },
};

/** Servers in a private network are reached by ports of this machine's address, or of its router's. */
async function shareChange({ answers }: Setup, ctx: Ctx, hostName: string): Promise<{ ip: string; ports: string; change: Change }> {
  const own = await ownAddress();
  const ip = await answers.get('public-address', own === null ? {} : { byDefault: own });
  const listenIp = await answers.get('listen-address', { byDefault: own ?? ip });
  const ports = await answers.get('ports', { byDefault: PORTS });
  const run = async () => void (await shareAddress(ctx, { ip, ports, hostName, listenIp }));
  const behind = listenIp === ip ? '' : `, which a router passes on to ${listenIp}`;
  return { ip, ports, change: { verb: 'give', what: `ports ${ports} of ${ip} to servers${behind}`, run } };
}

/** The address with which this machine reaches others; nothing is sent. Null: it reaches nobody. */
function ownAddress(): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (address: string | null) => {
      socket.close();
      resolve(address);
    };
    socket.on('error', () => end(null));
    socket.connect(9, '192.0.2.200', () => end(socket.address().address));
  });
}
