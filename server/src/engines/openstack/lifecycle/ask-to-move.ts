import { EngineError } from '../../engine.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import type { CloudServer } from '../cloud/cloud-shapes.ts';
import { act, look } from '../machine/look.ts';
import { LOOK_EVERY_MS, type OpenstackDeps } from '../openstack-deps.ts';
import { isAtWork } from '../machine/step.ts';

/**
 * Asks nova to move a machine that is off to another of our hosts, and waits until the move has begun. Nova accepts every such request and
 * only then finds out whether the host can take the machine: if it is off again at its old host, the host refused it.
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
