import type { MachinePower } from '../../../../engines/engine.ts';
import type { ServerRow } from '../../servers/servers.store.ts';

/** Whether an existing machine is known to use no GPU and to let nobody in. */
export function isOff(power: MachinePower): boolean {
  return power === 'stopped' || power === 'hibernated' || power === 'failed';
}

/**
 * The states that lead to each goal. An engine that cannot change direction immediately reports the state it is in, and is asked again
 * later.
 */
const leadsTo: Readonly<Record<ServerRow['goal'], readonly MachinePower[]>> = {
  running: ['starting', 'rebooting'],
  stopped: ['stopping'],
  hibernated: ['hibernating'],
  gone: ['deleting'],
};

/** Whether a machine in this state is on its way to the goal, so that the only thing to do is to look again. */
export function isOnItsWay(goal: ServerRow['goal'], power: MachinePower): boolean {
  return leadsTo[goal].includes(power);
}

/** How far the work on a server is when its machine is in this state, short of its goal. */
export function phaseAt(server: Pick<ServerRow, 'goal' | 'movingFrom'>, power: MachinePower): ServerRow['phase'] {
  if (isOnItsWay(server.goal, power)) return 'under_way';
  return server.movingFrom !== null && isOff(power) ? 'off_to_move' : 'asking';
}
