import type { MachinePower } from '../../../../engines/engine.ts';
import type { ServerRow } from '../../servers/servers.store.ts';

/** Whether a machine that is there is known to use no GPU and to let nobody in. */
export function isOff(power: MachinePower): boolean {
  return power === 'stopped' || power === 'hibernated' || power === 'failed';
}

/** What leads to each goal. An engine that cannot turn at once says what it is still at: then it is asked again. */
const leadsTo: Readonly<Record<ServerRow['goal'], readonly MachinePower[]>> = {
  running: ['starting', 'rebooting'],
  stopped: ['stopping'],
  hibernated: ['hibernating'],
  gone: ['deleting'],
};

/** Whether a machine that was seen like this is under way to the goal, so that there is nothing to do but to look again. */
export function isOnItsWay(goal: ServerRow['goal'], power: MachinePower): boolean {
  return leadsTo[goal].includes(power);
}

/** How far the work on a server is once its machine was seen like this, short of its goal. */
export function phaseAt(server: Pick<ServerRow, 'goal' | 'movingFrom'>, power: MachinePower): ServerRow['phase'] {
  if (isOnItsWay(server.goal, power)) return 'under_way';
  return server.movingFrom !== null && isOff(power) ? 'off_to_move' : 'asking';
}
