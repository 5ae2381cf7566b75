import { EngineError } from '../../engine.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import type { CloudServer } from '../cloud/cloud-shapes.ts';
import { act, look } from '../machine/look.ts';
import { LOOK_EVERY_MS, type OpenstackDeps } from '../openstack-deps.ts';
import { isAtWork } from '../machine/step.ts';

/**
 * Asks nova to take a machine that is off to another host of ours, and waits until it is on its way. Nova agrees to every such request
 * and finds out afterwards whether the host can have the machine: one that is off again, where it was, was refused.
 * @throws EngineError no_capacity the host cannot have it
 */
export async function askToMove(
  deps: OpenstackDeps,
  turn: Turn,
  { serverId, server, hostName }: { serverId: string; server: CloudServer; hostName: string },
): Promise<void> {
  await act(deps, turn, server, { migrate: { host: hostName } });
  while (await pause(turn, LOOK_EVERY_MS)) {
    const { server: now } = await look(deps, turn, serverId);
    if (now === null || (now.status !== 'SHUTOFF' && !isAtWork(now)) || now['OS-EXT-SRV-ATTR:host'] === hostName) return;
    if (!isAtWork(now))
      throw new EngineError(
        'no_capacity',
        `Nova does not move the machine of ${serverId} to ${hostName}: the list of its events (openstack server event list) says why.`,
      );
  }
}
