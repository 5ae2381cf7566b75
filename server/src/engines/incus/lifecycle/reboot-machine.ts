import { absent, type Observed } from '../../engine.ts';
import type { Turn } from '../../parts/turn.ts';
import { awaitSsh } from './await-ssh.ts';
import type { Instance } from '../client/incus-shapes.ts';
import { bootOf, instanceName, isTorn, marks, rebootTokenOf } from '../rules/machine-marks.rules.ts';
import { observedOf } from '../rules/observed.rules.ts';
import { requireOurs, restart, switchOn } from '../switch-machine.ts';
import { look, mark, waitFor, type IncusDeps } from '../incus-deps.ts';

const LOOKS = 20;

/**
 * Restarts a machine once per token: the token, the boot to end and the time are recorded on the machine before, and any later boot fulfils
 * the request, whoever started it. A guest that does not shut down in its grace time is forced off.
 */
export async function rebootMachine(deps: IncusDeps, turn: Turn, serverId: string, token: string): Promise<Observed> {
  const name = instanceName(serverId);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const { found, work } = await look(deps, turn, name);
    if (!found) return absent(serverId);
    requireOurs(deps, found, serverId);
    const { instance } = found;
    if (work) {
      if ((await waitFor(deps, turn, work)) === 'over') continue;
      return observedOf(serverId, instance, work);
    }
    if (isTorn(instance) || instance.config[marks.hibernated] === 'true') return observedOf(serverId, instance, null);
    if (rebootTokenOf(instance) === token && instance.status !== 'Stopped') return observedOf(serverId, instance, null);

    const asked = instance.config[marks.reboot] === token;
    if (asked && instance.status !== 'Stopped' && instance.config[marks.rebootFrom] !== bootOf(instance)) {
      return awaitSsh(deps, turn, serverId, instance);
    }
    const since = asked ? instance.config[marks.rebootSince] : deps.clock.wall().toISOString();
    if (!asked && since !== undefined) await mark(deps, turn, instance, rebootMarks(instance, { token, since }));
    if (instance.status === 'Stopped') {
      const failed = await switchOn(deps, turn, serverId, instance);
      if (failed) return failed;
    } else {
      await restart(deps, turn, instance, { since });
    }
    if (turn.left() === 0) break;
  }
  const { found, work } = await look(deps, turn, name);
  return found ? observedOf(serverId, found.instance, work) : absent(serverId);
}

function rebootMarks(instance: Instance, { token, since }: { token: string; since: string }): Record<string, string> {
  const before = rebootTokenOf(instance);
  return {
    [marks.reboot]: token,
    [marks.rebootSince]: since,
    [marks.rebootFrom]: bootOf(instance),
    ...(before !== null && { [marks.rebooted]: before }),
  };
}
