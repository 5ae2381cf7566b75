import { isIPv4 } from 'node:net';
import { SHARED_PORT_MIN } from '@boreal/contract/servers/forwards.ts';
import { forwardsSentences } from '@boreal/contract/request-sentences/forwards.sentences.ts';
import type { Tx } from '../../../db/connect.ts';
import { engineKindsWithForwards } from '../../../engines/engine-stores.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockSharedAddress } from './public-ports.store.ts';
import {
  deleteSharedAddress,
  findSharingHosts,
  insertSharedAddress,
  lockServerOn,
  otherSharer,
  serversWithPorts,
  setPorts,
  type PortRange,
  type SharingHost,
} from './shared-addresses.store.ts';

export interface Sharing {
  readonly ip: string;
  /** `20000-29999`. */
  readonly ports: string;
  /** Null: the only host. */
  readonly hostName: string | null;
  /** The host's own address at which the ports arrive; null: the public address itself. */
  readonly listenIp: string | null;
}

export interface Shared extends PortRange {
  readonly ip: string;
  readonly hostName: string;
  readonly added: number;
  readonly removed: number;
}

/**
 * Makes all servers of a host share one public address, each reached by its own ports; or, if they already do, changes the ports.
 * For operators.
 * @throws INVALID_REQUEST servers are on the host, or have ports that would go · another host has some of the ports
 */
export async function shareAddress(ctx: Ctx, sharing: Sharing): Promise<Shared> {
  const ip = requireIpv4('ip', sharing.ip);
  const listenIp = requireIpv4('listenIp', sharing.listenIp ?? sharing.ip);
  const ports = requirePorts(sharing.ports);
  return ctx.transact(async (tx) => {
    const host = await requireHost(tx, sharing.hostName);
    const before = await lockSharedAddress(tx, host.id);
    const moves = before === null || before.ip !== ip || before.listenIp !== listenIp;
    if (moves) await requireEmpty(tx, host);
    if (moves && before) await deleteSharedAddress(tx, host.id);
    if (moves) await insertSharedAddress(tx, { hostId: host.id, ip, listenIp, at: ctx.clock.now() });
    const [holder] = await serversWithPorts(tx, { hostId: host.id, outside: ports });
    if (holder !== undefined) throw invalidRequest('ports', forwardsSentences.portsAreHeld(host.name, holder));
    const changed = await setPorts(tx, { hostId: host.id, ip, ports });
    const other = await otherSharer(tx, { hostId: host.id, ip, ports });
    if (other !== null) throw invalidRequest('ports', forwardsSentences.portsOfAnother(ip, other));
    const detail = { hostName: host.name, listenIp, ports: `${ports.first}-${ports.last}`, ...changed };
    await recordAudit(tx, ctx, { accountId: null, action: 'address.shared', target: ip, detail });
    return { ip, hostName: host.name, ...ports, ...changed };
  });
}

/**
 * Gives the servers of a host addresses of their own again. For operators. @throws INVALID_REQUEST servers have ports of it, or it has none
 */
export function unshareAddress(ctx: Ctx, { hostName }: { hostName: string | null }): Promise<{ ip: string; hostName: string }> {
  return ctx.transact(async (tx) => {
    const host = await requireHost(tx, hostName);
    const shared = await lockSharedAddress(tx, host.id);
    if (!shared) throw invalidRequest('hostName', forwardsSentences.nothingShared(host.name));
    await requireEmpty(tx, host);
    await deleteSharedAddress(tx, host.id);
    await recordAudit(tx, ctx, { accountId: null, action: 'address.unshared', target: shared.ip, detail: { hostName: host.name } });
    return { ip: shared.ip, hostName: host.name };
  });
}

/** No server on the host may have an address or a port. */
async function requireEmpty(tx: Tx, host: SharingHost): Promise<void> {
  const serverId = (await lockServerOn(tx, host.id)) ?? (await serversWithPorts(tx, { hostId: host.id }))[0];
  if (serverId !== undefined) throw invalidRequest('hostName', forwardsSentences.hostHasServers(host.name, serverId));
}

async function requireHost(tx: Tx, name: string | null): Promise<SharingHost> {
  const [host, ...others] = await findSharingHosts(tx, name);
  if (!host) throw invalidRequest('hostName', name === null ? forwardsSentences.noHost : forwardsSentences.noSuchHost(name));
  if (others.length > 0)
    throw invalidRequest(
      'hostName',
      forwardsSentences.whichHost([host, ...others].map((one) => (name === null ? one.name : one.id)).join(', ')),
    );
  // If the engine chooses among hosts, we cannot know at which of them a port should arrive.
  if (!engineKindsWithForwards.includes(host.kind) || host.name.startsWith('@')) {
    throw invalidRequest('hostName', forwardsSentences.cannotForward(host.name));
  }
  return host;
}

function requireIpv4(field: 'ip' | 'listenIp', text: string): string {
  if (isIPv4(text)) return text;
  throw invalidRequest(field, forwardsSentences.address);
}

function requirePorts(text: string): PortRange {
  const [, first = '', last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim()) ?? [];
  const range = { first: Number(first), last: Number(last) };
  if (first !== '' && range.first >= SHARED_PORT_MIN && range.first <= range.last && range.last <= 65_535) return range;
  throw invalidRequest('ports', forwardsSentences.ports(SHARED_PORT_MIN));
}
