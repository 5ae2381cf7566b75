import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../kit/clock.ts';
import type { SshProbe } from './ssh-probe.ts';
import { pause, type Turn } from './turn.ts';

/** Far longer than a round trip to a guest in the same building. */
export const FIRST_TRY_MS = 30;

/** The tries' time limits: short at first, because a packet that came too early is resent only after a second. */
const TRIES = [
  { upTo: 10, ms: FIRST_TRY_MS },
  { upTo: 30, ms: 100 },
  { upTo: 50, ms: 400 },
  { upTo: Infinity, ms: 2 * SECOND_MS },
] as const;
const BETWEEN_MS = 20;

/**
 * A customer may close or move SSH: a machine that was ready once, or has the disk of one, counts as up again after running for this long,
 * whether or not its port answers. Otherwise it would work for its customer until Boreal gave it up, and refunded it.
 */
export const TRUSTED_AFTER_MS = 60 * SECOND_MS;

/** The interval between tries started after the time is over: a packet that came too early is lost with its try. */
const LAST_TRIES_EVERY_MS = 200;

/**
 * Tries the SSH port of a booting machine, as long as this call may, or until `isTrusted`; returns whether the machine is up. `lastTryMs`:
 * time for more tries after that, if looking at the machine may have taken all of it.
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
    if (!(await pause(turn, BETWEEN_MS))) return tryAtLast(probe, at, { lastTryMs, signal: turn.signal });
  }
}

/** Overlapping tries: the first waits for guests that are slow to answer, the others notice one that comes up meanwhile. */
async function tryAtLast(
  probe: SshProbe,
  at: Parameters<SshProbe>[0],
  { lastTryMs, signal }: { lastTryMs: number; signal: AbortSignal },
): Promise<boolean> {
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const tries: Promise<void>[] = [];
  const greeted = Promise.withResolvers<boolean>();
  for (let afterMs = 0; afterMs < lastTryMs; afterMs += LAST_TRIES_EVERY_MS) {
    const begin = async () => {
      await sleep(afterMs, undefined, { signal: until });
      if (await probe(at, { limitMs: lastTryMs - afterMs, signal: until })) greeted.resolve(true);
    };
    tries.push(begin());
  }
  void Promise.all(tries).then(() => greeted.resolve(false), greeted.reject);
  return greeted.promise.finally(() => over.abort());
}
