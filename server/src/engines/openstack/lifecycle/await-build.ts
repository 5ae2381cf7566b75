import { z } from 'zod';
import { pause, type Turn } from '../../parts/turn.ts';
import { LOOK_EVERY_MS, type OpenstackDeps } from '../openstack-deps.ts';

const Named = z.object({ id: z.string() });
const ASKED_WITHIN_MS = 30_000;

/**
 * Waits until nova has made a machine, or has given it up, as long as this call may; returns whether it has. Simultaneous callers share one
 * list: thirty machines made at once cost one request, not thirty.
 */
export function createAwaitBuild({
  client,
  clock,
}: Pick<OpenstackDeps, 'client' | 'clock'>): (turn: Turn, novaId: string) => Promise<boolean> {
  let last: { readonly askedAt: number; readonly building: Promise<ReadonlySet<string>> } | null = null;

  function building(): Promise<ReadonlySet<string>> {
    const now = clock.wall().getTime();
    if (last !== null && Math.abs(now - last.askedAt) < LOOK_EVERY_MS) return last.building;
    // No caller's signal is used: others may wait for the same list.
    const signal = AbortSignal.timeout(ASKED_WITHIN_MS);
    const asked = client
      .list('compute', '/servers?status=BUILD', { key: 'servers', shape: Named }, signal)
      .then((found) => new Set(found.map(({ id }) => id)));
    asked.catch(() => (last = null));
    last = { askedAt: now, building: asked };
    return asked;
  }

  return async (turn, novaId) => {
    while (await pause(turn, LOOK_EVERY_MS)) if (!(await unlessAborted(turn.signal, building())).has(novaId)) return true;
    return false;
  };
}

async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
