import { isIP } from 'node:net';
import { z } from 'zod';
import { addMs, MINUTE_MS, type Clock } from '../../../kit/clock.ts';
import { passageOf, type Passage } from '../rules/firewall.rules.ts';
import type { IncusClient } from '../client/incus-client.ts';
import type { IncusDeps, Topology } from '../incus-deps.ts';
import { Member, Network, NetworkState } from '../client/incus-shapes.ts';

/** What guests must be able to reach and be reached by whatever their rules, and what they must never reach. */
export function createPassage(
  client: IncusClient,
  clock: Clock,
  topology: IncusDeps['topology'],
  of: { network: string; probesFrom: readonly string[]; deniedNetworks: readonly string[]; allowedNetworks: readonly string[] },
): (signal: AbortSignal) => Promise<Passage> {
  let known: { passage: Passage; until: Date } | null = null;
  return async (signal) => {
    if (known && clock.wall() < known.until) return known.passage;
    const [{ value }, hostAddresses] = await Promise.all([
      client.read(`/1.0/networks/${encodeURIComponent(of.network)}`, Network, signal),
      addressesOfHosts(client, await topology(signal), signal),
    ]);
    const networks = ['ipv4.address', 'ipv6.address'].map((key) => value.config[key] ?? 'none').filter((address) => address.includes('/'));
    const passage = passageOf({ ...of, networks, hostAddresses });
    known = { passage, until: addMs(clock.wall(), MINUTE_MS) };
    return passage;
  };
}

/**
 * The addresses that Incus knows of its host, on any interface; for a cluster's other members, the addresses under which they reach each
 * other.
 */
export async function addressesOfHosts(client: IncusClient, { clustered }: Topology, signal: AbortSignal): Promise<string[]> {
  const { value: paths } = await client.read('/1.0/networks', z.array(z.string()), signal);
  const states = await Promise.all(paths.map((path) => client.find(`${path.split('?')[0]}/state`, NetworkState, signal)));
  const own = states.flatMap((state) => state?.value.addresses?.map(({ address }) => address) ?? []);
  if (!clustered) return own;
  const { value: members } = await client.read('/1.0/cluster/members?recursion=1', z.array(Member), signal);
  const names = members.map(({ url }) => new URL(url).hostname.replace(/^\[|\]$/g, ''));
  return [...own, ...names.filter((name) => isIP(name) !== 0)];
}
