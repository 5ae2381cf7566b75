import type { Turn } from '../parts/turn.ts';
import { Action, type CloudServer } from './cloud-shapes.ts';
import { marksIn } from './machine-marks.rules.ts';
import type { OpenstackDeps } from './openstack-deps.ts';

const Actions = { key: 'instanceActions', shape: Action };
const BOOTS = ['reboot', 'start', 'create', 'unshelve', 'resume', 'unpause'];

/** The last thing that was done to a machine that boots it; `none`: nothing yet. Nova names no boots. */
export async function lastBoot({ client }: OpenstackDeps, { signal }: Pick<Turn, 'signal'>, { id }: CloudServer): Promise<string> {
  const actions = await client.list('compute', `/servers/${id}/os-instance-actions?limit=20`, Actions, signal);
  return actions.find(({ action }) => BOOTS.includes(action))?.request_id ?? 'none';
}

/** Whether the reboot that is noted on a machine has begun: something has booted it since. */
export async function hasRebooted(deps: OpenstackDeps, turn: Pick<Turn, 'signal'>, server: CloudServer): Promise<boolean> {
  return (await lastBoot(deps, turn, server)) !== (marksIn(server).from ?? 'none');
}
