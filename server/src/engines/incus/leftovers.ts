import { z } from 'zod';
import { EngineError, type Leftover } from '../engine.ts';
import type { Turn } from '../parts/turn.ts';
import { look, type IncusDeps } from './incus-deps.ts';
import { removeFirewall } from './firewall/machine-firewall.ts';
import { instanceName } from './rules/machine-marks.rules.ts';
import { listWorkVolumes, removeWorkVolume } from './work-volume.ts';

/** A machine's rules and work disk have its name; they are made before it and removed after it. */
const OF_A_SERVER = /^(srv)-([0-9a-z]+)(?:-work(?:-part)?)?$/;

/** Rules and work disks without a machine. */
export async function listLeftovers(deps: IncusDeps, { signal }: Turn): Promise<readonly Leftover[]> {
  const [rules, disks] = await Promise.all([namesOf(deps, '/1.0/network-acls', signal), listWorkVolumes(deps, signal)]);
  // In this order: if a machine was made after its rules or disk were seen, it is in this list.
  const machines = new Set(await namesOf(deps, '/1.0/instances', signal));
  const found = [
    ...rules.map((name) => ({ kind: 'rules', name, hostName: null }) as const),
    ...disks.map(({ name, location }) => ({ kind: 'disk', name, hostName: location === '' ? null : location }) as const),
  ];
  return found.flatMap((one) => {
    const serverId = serverIdIn(one.name);
    return serverId === null || machines.has(instanceName(serverId)) ? [] : [{ ...one, serverId }];
  });
}

export async function removeLeftover(deps: IncusDeps, turn: Turn, { kind, name, serverId }: Leftover): Promise<void> {
  if (serverIdIn(name) !== serverId) throw new EngineError('unknown', `${name} is not of ${serverId}.`);
  const { found, work } = await look(deps, turn, instanceName(serverId));
  if (found || work) throw new EngineError('unknown', `There is a machine of ${serverId}: ${name} is no leftover.`);
  if (kind === 'rules') await removeFirewall(deps, turn, serverId);
  if (kind === 'disk') await removeWorkVolume(deps, turn, serverId);
}

function serverIdIn(name: string): string | null {
  const [, prefix, rest] = OF_A_SERVER.exec(name) ?? [];
  return prefix === undefined || rest === undefined ? null : `${prefix}_${rest}`;
}

async function namesOf({ client }: IncusDeps, path: string, signal: AbortSignal): Promise<string[]> {
  const { value } = await client.read(path, z.array(z.string()), signal);
  return value.map((url) => decodeURIComponent(url.split('?')[0]?.split('/').at(-1) ?? ''));
}
