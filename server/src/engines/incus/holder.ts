import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { EngineSilent } from '../engine.ts';
import type { Holder } from '../holder-record.ts';
import type { Turn } from '../parts/turn.ts';
import type { Read } from './client/incus-client.ts';
import { QUICK_MS, type IncusDeps } from './incus-deps.ts';
import { isBusy, isTaken } from './client/incus-errors.ts';
import { Acl } from './client/incus-shapes.ts';
import { undisturbed } from './firewall/machine-firewall.ts';

/**
 * The record is in an ACL without rules that no network uses: whoever may write machines' rules may write it, even if the project's own
 * configuration is off limits. Several Boreals may share the project; each mark has its own record.
 */
const nameOf = ({ layout }: IncusDeps) => `boreal-${layout.owner}`;
const pathOf = (deps: IncusDeps) => `/1.0/network-acls/${nameOf(deps)}`;
/** By the engine's name: a renamed engine starts a new record, as its rows do. */
const keyOf = (engine: string) => `user.boreal.holder.${engine}`;

const HolderText = z.object({ id: z.string().min(1), epoch: z.int().min(0) });

export async function readHolder(deps: IncusDeps, turn: Turn, engine: string): Promise<Holder | null> {
  const found = await find(deps, turn);
  return found && holderIn(deps, found.value, engine);
}

/** Returns whether `before` was still there; the tag of what was read prevents two simultaneous writes. */
export async function replaceHolder(
  deps: IncusDeps,
  turn: Turn,
  engine: string,
  { before, after }: { readonly before: Holder | null; readonly after: Holder },
): Promise<boolean> {
  const found = await find(deps, turn);
  if (!isDeepStrictEqual(found && holderIn(deps, found.value, engine), before)) return false;
  const { ingress, egress, config } = found?.value ?? { ingress: [], egress: [], config: {} };
  const body = {
    description: 'Boreal: who drives these machines',
    ingress,
    egress,
    config: { ...config, [keyOf(engine)]: JSON.stringify({ id: after.id, epoch: after.epoch }) },
  };
  const within = { ms: QUICK_MS, signal: turn.signal };
  try {
    if (found === null)
      await deps.client.change({ method: 'POST', path: '/1.0/network-acls', body: { name: nameOf(deps), ...body } }, within);
    else await undisturbed(turn, () => deps.client.change({ method: 'PUT', path: pathOf(deps), body, etag: found.etag }, within));
    return true;
  } catch (error) {
    if (isTaken(error) || isBusy(error)) return false;
    throw error;
  }
}

function find(deps: IncusDeps, turn: Turn): Promise<Read<Acl> | null> {
  return undisturbed(turn, () => deps.client.find(pathOf(deps), Acl, turn.signal));
}

/** A record that someone has overwritten does not count as missing: nobody may claim the engine because of it. */
function holderIn(deps: IncusDeps, { config }: Acl, engine: string): Holder | null {
  const text = config[keyOf(engine)];
  if (text === undefined) return null;
  try {
    return HolderText.parse(JSON.parse(text));
  } catch (error) {
    throw new EngineSilent(
      'no_service',
      `The ACL ${nameOf(deps)} does not say who drives the machines: ${keyOf(engine)} is not Boreal's any more, and nothing begins on the ` +
        `engine until it is. If no other Boreal drives it, remove that in Boreal's project: incus network acl unset ${nameOf(deps)} ${keyOf(engine)}`,
      { cause: error },
    );
  }
}
