import type { z } from 'zod';
import type { Turn } from '../../parts/turn.ts';
import { Action, type CloudServer } from '../cloud/cloud-shapes.ts';
import { marksIn } from './machine-marks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

const Actions = { key: 'instanceActions', shape: Action, whole: true } as const;
const BOOTS = ['reboot', 'start', 'create', 'unshelve', 'resume', 'unpause', 'restore'];

/** The last action that booted a machine; `none`: none yet. Nova does not identify boots. */
export async function lastBoot(deps: OpenstackDeps, turn: Pick<Turn, 'signal'>, server: CloudServer): Promise<string> {
  return (await findLastBoot(deps, turn, server))?.request_id ?? 'none';
}

/** When it was requested; null: never, or longer ago than nova's list reaches. */
export async function lastBootAt(deps: OpenstackDeps, turn: Pick<Turn, 'signal'>, server: CloudServer): Promise<Date | null> {
  const boot = await findLastBoot(deps, turn, server);
  // Nova writes UTC without saying so.
  return boot ? new Date(`${boot.start_time.replace(/Z$/, '')}Z`) : null;
}

/** Whether the reboot recorded on a machine has begun: something has booted it since. */
export async function hasRebooted(deps: OpenstackDeps, turn: Pick<Turn, 'signal'>, server: CloudServer): Promise<boolean> {
  return (await lastBoot(deps, turn, server)) !== (marksIn(server).from ?? 'none');
}

export async function findLastBoot(
  { client }: OpenstackDeps,
  { signal }: Pick<Turn, 'signal'>,
  { id }: CloudServer,
): Promise<z.output<typeof Action> | null> {
  const actions = await client.list('compute', `/servers/${id}/os-instance-actions?limit=20`, Actions, signal);
  return actions.find(({ action }) => BOOTS.includes(action)) ?? null;
}
