import type { Turn } from '../../parts/turn.ts';
import { isConflict } from '../cloud/cloud-errors.ts';
import type { CloudServer } from '../cloud/cloud-shapes.ts';
import { act, type Sight } from './look.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/** An existing machine, with its port and address. */
export type Found = Sight & { readonly server: CloudServer };

/** Nova is working on it, and would refuse anything else. */
export function isAtWork({ 'OS-EXT-STS:task_state': task }: CloudServer): boolean {
  return (task ?? null) !== null;
}

/** Takes a step for a machine. Null, meaning look again, also if its state changed meanwhile. */
export async function unlessChanged<T>(step: () => Promise<T | null>): Promise<T | null> {
  try {
    return await step();
  } catch (error) {
    if (isConflict(error)) return null;
    throw error;
  }
}

/** For states in which a machine can be neither started nor stopped: the action that leaves each one. */
const WAYS_OUT: Readonly<Record<string, Readonly<Record<string, null>>>> = {
  PAUSED: { unpause: null },
  SUSPENDED: { resume: null },
  VERIFY_RESIZE: { confirmResize: null },
  SOFT_DELETED: { restore: null },
};

/** Brings a machine out of such a state; in any other state, which ends by itself, it waits. */
export async function leaveState(deps: OpenstackDeps, turn: Turn, server: CloudServer): Promise<null> {
  const way = WAYS_OUT[server.status];
  if (way !== undefined) await act(deps, turn, server, way);
  return null;
}
