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
 * Takes a machine out of hibernation, on the host that the server is on now, with other addresses than before. Nova agrees to every
 * such request, and a machine that it then found no room for hibernates on as if nothing had been asked: only its list of actions says
 * so. The last entry of that list is therefore written on the machine before, and who finds it hibernating still reads what came after.
 * A failure is told once, and nothing is held for it meanwhile: who asks then tries again.
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
    // Closed while it slept, opened while it slept: nobody told its group.
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
 * A program that dies while nova only looks for the image leaves a machine waking for ever: the list of its actions says that it failed, and
 * nobody takes the task back.
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

/** Why nova did not wake a machine that hibernates although that was asked; null: it has not been asked, or not heard of it. */
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
  // Words are for administrators only; to others, that no host was found is all that the name of what failed says.
  const said = causeOfWords(failed.map(({ details }) => details ?? '').join(' '));
  const cause = said === 'unknown' && failed.some(({ event }) => event === 'schedule_instances') ? 'no_capacity' : said;
  return { cause, words };
}
