import { absent, type Observed } from '../../engine.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import { awaitSsh } from './await-ssh.ts';
import type { CloudServer } from '../cloud/cloud-shapes.ts';
import { cloudTime } from '../cloud-time.ts';
import { lastBoot } from '../machine/last-boot.ts';
import { act, look, mark, requireReachable } from '../machine/look.ts';
import { marksIn } from '../machine/machine-marks.rules.ts';
import { neverRan, observedOf } from '../machine/observed.rules.ts';
import { LOOK_EVERY_MS, type OpenstackDeps } from '../openstack-deps.ts';
import { isAtWork, unlessChanged, type Found } from '../machine/step.ts';

/**
 * Restarts a machine once per token. Nova does not identify boots, but lists the actions on a machine: the token and the last entry of that
 * list are recorded on the machine before, and any later boot fulfils the request, whoever started it. Nova forces off a guest that does
 * not shut down in nova's time limit.
 */
export async function rebootMachine(deps: OpenstackDeps, turn: Turn, serverId: string, token: string): Promise<Observed> {
  for (;;) {
    const sight = await look(deps, turn, serverId);
    const { server } = sight;
    if (server === null) return absent(serverId);
    requireReachable(server, serverId);
    const marks = marksIn(server);
    if (marks.rebooted === token && marks.reboot === undefined && server.status === 'ACTIVE') return observedOf(serverId, server, sight);
    if (['SHELVED', 'SHELVED_OFFLOADED', 'BUILD'].includes(server.status)) return observedOf(serverId, server, sight);
    if (!isAtWork(server)) {
      const there = await step(deps, turn, { serverId, token }, { ...sight, server });
      if (there !== null) return there;
    }
    if (!(await pause(turn, LOOK_EVERY_MS))) return observedOf(serverId, server, sight);
  }
}

/** The next step for a machine on which nova is doing nothing now; null: look again. */
async function step(
  deps: OpenstackDeps,
  turn: Turn,
  { serverId, token }: { serverId: string; token: string },
  found: Found,
): Promise<Observed | null> {
  const last = await lastBoot(deps, turn, found.server);
  let { server } = found;
  if (marksIn(server).reboot !== token) {
    const since = (await cloudTime(deps, turn.signal)).toISOString();
    server = await mark(deps, turn, server, { reboot: token, from: last, since, up: undefined });
  }
  const begun = (marksIn(server).from ?? 'none') !== last;
  if (begun && server.status === 'ACTIVE') return awaitSsh(deps, turn, serverId, { ...found, server });
  if (server.status === 'ERROR' && neverRan(server)) return observedOf(serverId, server, found);
  return unlessChanged(async () => {
    await act(deps, turn, server, bootOf(server));
    return null;
  });
}

function bootOf({ status }: CloudServer): Record<string, unknown> {
  if (status === 'SHUTOFF') return { 'os-start': null };
  if (status === 'ACTIVE') return { reboot: { type: 'SOFT' } };
  if (status === 'SOFT_DELETED') return { restore: null };
  if (status === 'VERIFY_RESIZE') return { confirmResize: null };
  return { reboot: { type: 'HARD' } };
}
