import { EngineError, type MachineSpec } from '../../engine.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import { askToMove } from './ask-to-move.ts';
import { isConflict } from '../cloud/cloud-errors.ts';
import type { CloudServer, Port } from '../cloud/cloud-shapes.ts';
import { act, look, mark, requireReachable } from '../machine/look.ts';
import { marksIn } from '../machine/machine-marks.rules.ts';
import { LOOK_EVERY_MS, type OpenstackDeps } from '../openstack-deps.ts';
import { isAtWork } from '../machine/step.ts';
import { writeSold } from './write-sold.ts';

/**
 * Moves a machine that is off to another of our hosts, by nova's cold migration. A hibernated machine is on no host: it resumes where
 * requested.
 * @throws EngineError gone · no_capacity the host cannot have it · unknown it is not off
 */
export async function relocateMachine(deps: OpenstackDeps, turn: Turn, spec: MachineSpec): Promise<'there' | 'moving'> {
  const { serverId, hostName } = spec;
  if (deps.layout.whose === 'theirs') throw new EngineError('unknown', 'Where machines are is the cloud’s to say: none is moved.');
  const arrived = async (server: CloudServer, port: Port | null) => {
    await writeSold(deps, turn, { spec, port });
    if (marksIn(server).host !== hostName) await mark(deps, turn, server, { host: hostName });
  };
  for (;;) {
    const { server, port } = await look(deps, turn, serverId);
    if (server === null) throw new EngineError('gone', `There is no machine of ${serverId}.`);
    requireReachable(server, serverId);
    const isThere = server['OS-EXT-SRV-ATTR:host'] === hostName;
    const idle = !isAtWork(server);
    if (server.status === 'SHELVED_OFFLOADED') {
      await arrived(server, port);
      return 'there';
    }
    try {
      if (idle && server.status === 'VERIFY_RESIZE') {
        await act(deps, turn, server, { confirmResize: null });
      } else if (idle && server.status === 'SHUTOFF') {
        if (isThere) {
          await arrived(server, port);
          return 'there';
        }
        await askToMove(deps, turn, { serverId, server, hostName });
      } else if (idle && server.status === 'SOFT_DELETED') {
        throw new EngineError(
          'unknown',
          `Somebody has deleted the machine of ${serverId}, and nova keeps it for a while (SOFT_DELETED): it can be moved once its server was started, or after: openstack server restore ${server.name}`,
        );
      } else if (idle && !['RESIZE', 'REVERT_RESIZE'].includes(server.status)) {
        throw new EngineError('unknown', `The machine of ${serverId} is not off.`);
      }
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    if (!(await pause(turn, LOOK_EVERY_MS))) return 'moving';
  }
}
