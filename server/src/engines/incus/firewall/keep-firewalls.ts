import { z } from 'zod';
import type { Turn } from '../../parts/turn.ts';
import { hasIPv6, reload } from './change-firewall.ts';
import { aclOf, rulesIn } from '../rules/firewall.rules.ts';
import { IncusError } from '../client/incus-errors.ts';
import { Acl, type Instance } from '../client/incus-shapes.ts';
import { isSame } from './machine-firewall.ts';
import { instanceName } from '../rules/machine-marks.rules.ts';
import { look, QUICK_MS, type IncusDeps } from '../incus-deps.ts';

/**
 * Updates the rules of all machines to what must and must not pass, which changes with the host's addresses and the operator's settings;
 * includes machines that are off, which start with the rules they have. Returns whether all are up to date: the next call retries the
 * others.
 */
export async function keepFirewalls(
  deps: IncusDeps,
  turn: Turn,
  machines: readonly { readonly serverId: string; readonly instance: Instance }[],
): Promise<boolean> {
  const { signal } = turn;
  const passage = await deps.passage(signal);
  const { value: acls } = await deps.client.read('/1.0/network-acls?recursion=1', z.array(Acl), signal);
  const named = new Map(acls.map((acl) => [acl.name, acl]));
  let kept = true;
  for (const { serverId, instance } of machines) {
    const acl = named.get(instanceName(serverId));
    if (acl === undefined) continue;
    const wanted = aclOf(rulesIn(acl), passage, { hasIPv6: hasIPv6(instance) });
    if (isSame(acl.ingress, wanted.ingress) && isSame(acl.egress, wanted.egress)) continue;
    // Machines on a member that does not answer must wait until it does.
    const renewed = instance.status !== 'Error' && (await renew(deps, turn, serverId));
    kept &&= renewed;
  }
  return kept;
}

/** Keeps the customer's rules, even if they change meanwhile: then the next run must do it. */
async function renew(deps: IncusDeps, turn: Turn, serverId: string): Promise<boolean> {
  const { signal } = turn;
  const path = `/1.0/network-acls/${instanceName(serverId)}`;
  try {
    const { found } = await look(deps, turn, instanceName(serverId));
    const acl = await deps.client.find(path, Acl, signal);
    if (!found || !acl) return true;
    const wanted = aclOf(rulesIn(acl.value), await deps.passage(signal), { hasIPv6: hasIPv6(found.instance) });
    const body = { description: `Boreal server ${serverId}`, config: {}, ...wanted };
    await deps.client.change({ method: 'PUT', path, body, etag: acl.etag }, { ms: QUICK_MS, signal });
    return await reload(deps, turn, found);
  } catch (error) {
    if (!(error instanceof IncusError)) throw error;
    deps.log.warn({ err: error, serverId }, 'the rules of a machine could not be brought into line; they are tried again in a minute');
    return false;
  }
}
