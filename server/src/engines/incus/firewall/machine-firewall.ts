import { isDeepStrictEqual } from 'node:util';
import type { MachineFirewallRule } from '../../engine.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import { aclOf } from '../rules/firewall.rules.ts';
import { isDisturbed, isNotFound, isTaken } from '../client/incus-errors.ts';
import { Acl, type AclRule } from '../client/incus-shapes.ts';
import { instanceName } from '../rules/machine-marks.rules.ts';
import { QUICK_MS, type IncusDeps } from '../incus-deps.ts';

const DISTURBED_MS = 50;

export function aclPath(serverId: string): string {
  return `/1.0/network-acls/${instanceName(serverId)}`;
}

export interface MachineFirewall {
  readonly serverId: string;
  readonly rules: readonly MachineFirewallRule[];
  readonly hasIPv6: boolean;
  /** The machine is about to be made: most likely it has no rules yet, so they are not read first. */
  readonly isNew?: boolean;
}

/** Makes a machine's rules what they should be, whether or not it has some already. Correct ones are left alone. */
export async function putFirewall(
  deps: IncusDeps,
  turn: Turn,
  { serverId, rules, hasIPv6, isNew = false }: MachineFirewall,
): Promise<void> {
  const { signal } = turn;
  const within = { ms: QUICK_MS, signal };
  const wanted = aclOf(rules, await deps.passage(signal), { hasIPv6 });
  const body = { description: `Boreal server ${serverId}`, config: {}, ...wanted };
  const current = isNew ? null : await undisturbed(turn, () => deps.client.find(aclPath(serverId), Acl, signal));
  if (!current) {
    try {
      await deps.client.change({ method: 'POST', path: '/1.0/network-acls', body: { name: instanceName(serverId), ...body } }, within);
      return;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  } else if (isSame(current.value.ingress, wanted.ingress) && isSame(current.value.egress, wanted.egress)) {
    // Rewriting the same rules would make Incus rebuild those of a running machine, which takes a while.
    return;
  }
  await undisturbed(turn, () => deps.client.change({ method: 'PUT', path: aclPath(serverId), body }, within));
}

/** Removes a machine's rules; done when it has none. They must not be in use any more. */
export async function removeFirewall(deps: IncusDeps, turn: Turn, serverId: string): Promise<void> {
  const within = { ms: QUICK_MS, signal: turn.signal };
  try {
    await undisturbed(turn, () => deps.client.change({ method: 'DELETE', path: aclPath(serverId) }, within));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Retries, as long as this call may, while the removal of other machines' rules keeps Incus from answering about these. */
export async function undisturbed<T>(turn: Turn, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isDisturbed(error) || !(await pause(turn, DISTURBED_MS))) throw error;
    }
  }
}

export function isSame(some: readonly AclRule[], others: readonly AclRule[]): boolean {
  return isDeepStrictEqual(some.map(withoutEmpty), others.map(withoutEmpty));
}

function withoutEmpty(rule: AclRule): Partial<AclRule> {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined && value !== ''));
}
