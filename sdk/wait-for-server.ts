import { BorealError } from './boreal-error.ts';
import type { Boreal, ServerDetail } from './boreal.gen.ts';
import { pause } from './exchange.ts';

const USUAL_MINUTES = 30;
/** Twenty a minute, of thirty that a client network may ask. */
const LOOK_EVERY_MS = 3000;

/** Statuses in which something is still being done, besides those with a task. */
const PASSING: ReadonlySet<string> = new Set(['PROVISIONING', 'REBOOTING']);

export interface ServerWait {
  readonly id: string;
  /** The status that it should come to. */
  readonly status: ServerDetail['status'];
  /** How long to wait; 30 without it. */
  readonly minutes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A server that came to rest in another status, or did not in time. */
export class ServerWaitError extends Error {
  /** As it was seen last; null if it was never seen. */
  readonly server: ServerDetail | null;

  constructor(message: string, server: ServerDetail | null) {
    super(message);
    this.name = 'ServerWaitError';
    this.server = server;
  }
}

/**
 * Waits until nothing is being done to a server any more, and returns it. While Boreal cannot be reached, it goes on waiting.
 * @throws ServerWaitError when it comes to rest in another status, or does not in time · BorealError on a refusal
 */
export async function waitForServer(boreal: Boreal, { id, status, minutes = USUAL_MINUTES, signal }: ServerWait): Promise<ServerDetail> {
  const begin = performance.now();
  let seen: ServerDetail | null = null;
  for (;;) {
    seen = (await look(boreal, id, signal)) ?? seen;
    if (seen !== null && seen.task === null && !PASSING.has(seen.status)) {
      if (seen.status === status) return seen;
      throw new ServerWaitError(`The server is ${seen.status}, not ${status}. Its activity log (listServerEvents) tells why.`, seen);
    }
    if (performance.now() - begin >= minutes * 60_000) {
      throw new ServerWaitError(`The server is not ${status} after ${minutes} minutes. It goes on meanwhile; nothing was canceled.`, seen);
    }
    await pause(LOOK_EVERY_MS, signal);
  }
}

async function look(boreal: Boreal, id: string, signal: AbortSignal | undefined): Promise<ServerDetail | null> {
  try {
    return await boreal.getServer({ id }, { signal });
  } catch (error) {
    if (error instanceof BorealError && (error.code === 'UNREACHABLE' || (error.status ?? 0) >= 500 || error.status === 429)) return null;
    throw error;
  }
}
