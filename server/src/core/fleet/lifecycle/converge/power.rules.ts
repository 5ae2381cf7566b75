import type { MachinePower } from '../../../../engines/engine.ts';
import type { ServerRow } from '../../servers/servers.store.ts';

/** Whether a machine that is there is known to use no card and to let nobody in. */
export function isOff(power: MachinePower | string | null): boolean {
  return power === 'stopped' || power === 'hibernated' || power === 'failed';
}

/** What leads to each goal. An engine that cannot turn at once says what it is still at: then it is asked again. */
const leadsTo: Readonly<Record<ServerRow['goal'], readonly (string | null)[]>> = {
  running: ['starting', 'rebooting'],
  stopped: ['stopping'],
  hibernated: ['hibernating'],
  gone: ['deleting'],
} satisfies Record<ServerRow['goal'], MachinePower[]>;

/** Whether a machine that was seen like this is under way to the goal, so that there is nothing to do but to look again. */
export function isOnItsWay(goal: ServerRow['goal'], power: MachinePower | string | null): boolean {
  return leadsTo[goal].includes(power);
}
