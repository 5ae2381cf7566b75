import { EngineError, type MachineForwards } from '../../engine.ts';
import { forwardDevices, withoutForwards } from '../rules/forwards.rules.ts';
import { isBusy } from '../client/incus-errors.ts';
import { isAsWanted } from '../rules/machine-config.rules.ts';
import { instanceName } from '../rules/machine-marks.rules.ts';
import { NIC } from '../rules/observed.rules.ts';
import { requireOurs } from '../switch-machine.ts';
import { look, replaceInstance, type IncusDeps } from '../incus-deps.ts';
import { pause, type Turn } from '../../parts/turn.ts';

const BUSY_MS = 50;

/** Changes which ports are forwarded to a machine; unchanged ones are not interrupted. */
export async function changeForwards(deps: IncusDeps, turn: Turn, serverId: string, forwards: MachineForwards): Promise<void> {
  for (;;) {
    const { found } = await look(deps, turn, instanceName(serverId));
    if (!found) throw new EngineError('gone', `There is no machine ${serverId}.`);
    requireOurs(deps, found, serverId);
    // A hibernated machine has no address to forward a port to: it gets its ports when it resumes.
    const ipv4 = found.instance.devices[NIC]?.['ipv4.address'];
    if (ipv4 === undefined) return;
    const devices = { ...withoutForwards(found.instance), ...forwardDevices(forwards, ipv4) };
    if (isAsWanted(found.instance, { config: {}, devices })) return;
    try {
      await replaceInstance(deps, turn, found, { config: {}, devices });
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    if (!(await pause(turn, BUSY_MS))) throw new EngineError('timeout', `${serverId} is being changed; its ports may not lead to it yet.`);
  }
}
