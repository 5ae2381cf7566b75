import { SECOND_MS } from '../../../kit/clock.ts';
import type { Observed } from '../../engine.ts';
import { awaitGreeting, TRUSTED_AFTER_MS } from '../../parts/await-greeting.ts';
import type { Turn } from '../../parts/turn.ts';
import type { CloudServer } from '../cloud/cloud-shapes.ts';
import { hasRebooted } from '../machine/last-boot.ts';
import { mark, type Sight } from '../machine/look.ts';
import { MADE_FROM, marksIn, type Marks } from '../machine/machine-marks.rules.ts';
import { addressesOf, observedOf, runsSinceMs } from '../machine/observed.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/** A busy cloud may take all of a call's time to report a machine's state, and its guests just as long to answer. */
const LAST_TRY_MS = SECOND_MS;

/** Waits until a running machine's SSH port answers, as long as this call may, and records it on the machine. */
export async function awaitSsh(
  deps: OpenstackDeps,
  turn: Turn,
  serverId: string,
  sight: Sight & { readonly server: CloudServer },
): Promise<Observed> {
  const { server } = sight;
  const marks = marksIn(server);
  if (marks.up !== undefined) return observedOf(serverId, server, sight);
  // A reboot was recorded, but nova was never asked: it must be asked again.
  if (marks.reboot !== undefined && !(await hasRebooted(deps, turn, server))) return observedOf(serverId, server, sight);
  const { ipv4 } = addressesOf(sight);
  if (ipv4 === null) return observedOf(serverId, server, sight);
  const at = { ipv4, hostName: marks.host ?? '' };
  const { probe } = deps;
  const { skewMs } = await deps.client.session(turn.signal);
  const isUp = probe === null || (await awaitGreeting(turn, probe, at, () => isTrusted(deps, server, skewMs), { lastTryMs: LAST_TRY_MS }));
  if (!isUp) return { ...observedOf(serverId, server, sight), readyInMs: 0 };
  return observedOf(serverId, await mark(deps, turn, server, upMarks(marks)), sight);
}

function upMarks(marks: Marks): { readonly [K in keyof Marks]: Marks[K] | undefined } {
  const up = { up: '1', been: '1', asleep: undefined, old: undefined, old6: undefined, since: undefined } as const;
  if (marks.reboot === undefined) return up;
  return { ...up, rebooted: marks.reboot, reboot: undefined, from: undefined };
}

/**
 * The customer may have closed SSH on a machine that was up before, or on one made from a backup. If nothing guarantees our access whatever
 * the rules, this may be so from the first boot on.
 */
function isTrusted({ clock, layout }: OpenstackDeps, server: CloudServer, skewMs: number): boolean {
  if (marksIn(server).been === undefined && server.metadata[MADE_FROM] === undefined && layout.probesFrom.length > 0) return false;
  return clock.wall().getTime() + skewMs - runsSinceMs(server) > TRUSTED_AFTER_MS;
}
