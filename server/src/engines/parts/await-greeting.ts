import { SECOND_MS } from '../../kit/clock.ts';
import type { SshProbe } from './ssh-probe.ts';
import { pause, type Turn } from './turn.ts';

/** Far more than the way to a guest of the same building and back takes. */
export const FIRST_TRY_MS = 30;

/** How long the tries may take: short at first, for a packet that came too early is only sent again after a second. */
const TRIES = [
  { upTo: 10, ms: FIRST_TRY_MS },
  { upTo: 30, ms: 100 },
  { upTo: 50, ms: 400 },
  { upTo: Infinity, ms: 2 * SECOND_MS },
] as const;
const BETWEEN_MS = 20;

/**
 * A customer may close SSH, or move it: a machine that was ready once is taken to be up again when it has run for so long,
 * whether its port answers or not.
 */
export const TRUSTED_AFTER_MS = 60 * SECOND_MS;

/**
 * Tries the SSH port of a machine that boots, as long as this call may, or until `isTrusted`; whether the machine is up. `lastTryMs`:
 * for one more try when the time is over, where looking at the machine may have taken all of it.
 */
export async function awaitGreeting(
  turn: Turn,
  probe: SshProbe,
  at: { readonly ipv4: string; readonly hostName: string },
  isTrusted: () => boolean,
  { lastTryMs = 0 }: { readonly lastTryMs?: number } = {},
): Promise<boolean> {
  for (let tries = 0; ; tries += 1) {
    const limitMs = Math.min(turn.left(), TRIES.find(({ upTo }) => tries < upTo)?.ms ?? 0);
    if (limitMs > 0 && (await probe(at, { limitMs, signal: turn.signal }))) return true;
    if (isTrusted()) return true;
    if (!(await pause(turn, BETWEEN_MS))) return lastTryMs > 0 && probe(at, { limitMs: lastTryMs, signal: turn.signal });
  }
}
