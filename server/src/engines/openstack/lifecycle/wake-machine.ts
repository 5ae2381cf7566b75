import { z } from 'zod';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { EngineError, type EngineCause, type MachineSpec } from '../../engine.ts';
import type { Turn } from '../../parts/turn.ts';
import { causeOfWords } from '../cloud/cloud-errors.ts';
import type { CloudServer } from '../cloud/cloud-shapes.ts';
import { cloudTime } from '../cloud-time.ts';
import { findLastBoot, lastBoot } from '../machine/last-boot.ts';
import { act, mark } from '../machine/look.ts';
import { ensureFloatingIp, giveUpAddresses, takeFixedAddresses } from '../machine/machine-address.ts';
import { setRules } from '../machine/machine-group.ts';
import { marksIn } from '../machine/machine-marks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';
import { requireGlance } from '../machine/shelved-images.ts';
import type { Found } from '../machine/step.ts';
import { writeSold } from './write-sold.ts';

/**
 * Resumes a hibernated machine, on the host that the server is on now, with new addresses. Nova accepts every such request, and if it then
 * finds no room, the machine stays hibernated as if nothing had been requested: only its list of actions shows it. So the last entry of
 * that list is recorded on the machine before, and a later call that finds the machine hibernated reads what came after. A failure is
 * reported once, and nothing is reserved meanwhile: the next call tries again.
 * @throws EngineError no_capacity, quota: there is no room · whatever else nova says that went wrong
 */
export async function wakeMachine(deps: OpenstackDeps, turn: Turn, spec: MachineSpec, { server, port, floatingIp }: Found): Promise<void> {
  const { layout } = deps;
  const { serverId } = spec;
  const failure = await findFailure(deps, turn, server);
  if (failure !== null) {
    await giveUpAddresses(deps, { serverId, port }, turn.signal);
    await mark(deps, turn, server, { from: undefined });
    deps.log.warn({ serverId, server: server.id, failed: failure.words }, 'nova did not wake a machine');
    throw new EngineError(failure.cause, `Nova does not wake the machine of ${serverId}: ${failure.words}.`);
  }
  await requireGlance(deps, { serverId, server }, turn.signal);
  await writeSold(deps, turn, { spec, port });
  const since = (await cloudTime(deps, turn.signal)).toISOString();
  const from = await lastBoot(deps, turn, server);
  await mark(deps, turn, server, { up: undefined, since, host: spec.hostName, asleep: '1', from });
  if (port !== null) {
    // Rules that were closed or opened during hibernation: its group was not updated.
    await Promise.all(port.security_groups.map((id) => setRules(deps, id, spec.firewall, turn.signal)));
    const { old = null, old6 = null } = marksIn(server);
    await takeFixedAddresses(deps, { port, not: [old, old6] }, turn.signal);
    await ensureFloatingIp(deps, { serverId, portId: port.id, there: floatingIp, not: old }, turn.signal);
  }
  const place = layout.whose === 'ours' ? { availability_zone: null, host: spec.hostName } : { availability_zone: spec.hostName };
  await act(deps, turn, server, { unshelve: place });
}

/** Long after nova has looked for the image and for a host. */
const LOOKED_MS = 2 * MINUTE_MS;

/**
 * If a nova process dies while it only looks for the image, the machine is left resuming forever: its list of actions shows a failure, and
 * nothing clears the task.
 * @throws EngineError unknown: says what ends it
 */
export async function requireNotForgotten(
  deps: OpenstackDeps,
  turn: Turn,
  { serverId, server }: { serverId: string; server: CloudServer },
) {
  if (server.status !== 'SHELVED_OFFLOADED' || server['OS-EXT-STS:task_state'] !== 'unshelving') return;
  const sinceMs = (await cloudTime(deps, turn.signal)).getTime() - new Date(server.updated).getTime();
  const failure = sinceMs < LOOKED_MS ? null : await findFailure(deps, turn, server);
  if (failure === null) return;
  throw new EngineError(
    'unknown',
    `Nova failed while it looked for what it needs to wake the machine of ${serverId} (${failure.words}), and holds it in the task unshelving: no call ends that. Its disk is safe. Have whoever runs the cloud take the task back in nova's database (update instances set task_state = null where uuid = '${server.id}'); then it is woken.`,
  );
}

const Events = z.object({
  instanceAction: z.object({
    events: z.array(z.object({ event: z.string(), result: z.string().nullish(), details: z.string().nullish() })).default([]),
  }),
});

/** Why nova did not resume a hibernated machine although that was requested; null: it was not requested, or nova has not received it. */
async function findFailure(
  deps: OpenstackDeps,
  turn: Turn,
  server: CloudServer,
): Promise<{ readonly cause: EngineCause; readonly words: string } | null> {
  const { from } = marksIn(server);
  if (from === undefined) return null;
  const last = await findLastBoot(deps, turn, server);
  if (last === null || last.request_id === from) return null;
  const path = `/servers/${server.id}/os-instance-actions/${last.request_id}`;
  const asked = await deps.client.find('compute', path, Events, turn.signal);
  const failed = asked?.instanceAction.events.filter(({ result }) => result === 'Error') ?? [];
  if (failed.length === 0) return null;
  const words = failed.map(({ event, details }) => `${event}: ${details ?? 'it does not say why'}`).join(' · ');
  // Only administrators see details; others learn just that no host was found, from the name of the failed event.
  const said = causeOfWords(failed.map(({ details }) => details ?? '').join(' '));
  const cause = said === 'unknown' && failed.some(({ event }) => event === 'schedule_instances') ? 'no_capacity' : said;
  return { cause, words };
}
