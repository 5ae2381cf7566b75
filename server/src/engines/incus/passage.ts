import { addMs, MINUTE_MS, type Clock } from '../../kit/clock.ts';
import type { Passage } from './firewall.rules.ts';
import type { IncusClient } from './incus-client.ts';
import { Network } from './incus-shapes.ts';

/** What must reach guests whatever their rules: leases from the network's own addresses, and our look at the SSH port. */
export function createPassage(
  client: IncusClient,
  clock: Clock,
  of: { network: string; probesFrom: readonly string[] },
): (signal: AbortSignal) => Promise<Passage> {
  let known: { passage: Passage; until: Date } | null = null;
  return async (signal) => {
    if (known && clock.wall() < known.until) return known.passage;
    const { value } = await client.read(`/1.0/networks/${encodeURIComponent(of.network)}`, Network, signal);
    const gateways = ['ipv4.address', 'ipv6.address']
      .map((key) => value.config[key] ?? 'none')
      .filter((address) => address !== 'none')
      .map((address) => address.split('/')[0] ?? '');
    const passage = { gateways, probes: of.probesFrom.length > 0 ? of.probesFrom : gateways.map(alone) };
    known = { passage, until: addMs(clock.wall(), MINUTE_MS) };
    return passage;
  };
}

function alone(address: string): string {
  return address.includes(':') ? `${address}/128` : `${address}/32`;
}
