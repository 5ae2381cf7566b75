import { BorealError } from './boreal-error.ts';
import type { Boreal, ServerDetail } from './boreal.gen.ts';
import { pause } from './exchange.ts';

const USUAL_MINUTES = 30;
/** Twenty requests a minute, of thirty that a client network may send. */
const LOOK_EVERY_MS = 3000;

/** Statuses that will change by themselves, besides servers with a task. */
const PASSING: ReadonlySet<string> = new Set(['PROVISIONING', 'REBOOTING']);

export interface ServerWait {
  readonly id: string;
  /** The expected status. */
  readonly status: ServerDetail['status'];
  /** How long to wait; 30 by default. */
  readonly minutes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The server reached another status, or did not reach one in time. */
export class ServerWaitError extends Error {
  /** The server as last seen; null if it was never seen. */
  readonly server: ServerDetail | null;

  constructor(message: string, server: ServerDetail | null) {
    super(message);
    this.name = 'ServerWaitError';
    this.server = server;
  }
}

/**
 * Waits until nothing is in progress on a server, and returns the server. While Boreal cannot be reached, it keeps waiting.
 * @throws ServerWaitError when it ends in another status, or does not end in time · BorealError on a refusal
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
