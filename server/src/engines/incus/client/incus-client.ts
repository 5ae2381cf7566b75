import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type WebSocket from 'ws';
import { z } from 'zod';
import type { Clock } from '../../../kit/clock.ts';
import { createCircuit, type Silence } from '../../parts/circuit.ts';
import { IncusError, IncusUnreachable, NotIncus, isBetweenLives, isForgotten, isNotFound, isOverdue } from './incus-errors.ts';
import { createTransport, type IncusAddress, type RawAnswer } from './incus-transport.ts';
import { Operation } from './incus-shapes.ts';

/** A resource, and the tag that a later `replace` depends on. */
export interface Read<T> {
  readonly value: T;
  readonly etag: string | null;
}

/** The state of a background operation: it may still be running when the wait is over, or be forgotten by an Incus that restarted. */
export type Progress = 'done' | 'running' | 'forgotten';

export interface Change {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly etag?: string | null;
}

/**
 * Incus' REST API as the engine uses it. Every call is bounded in time and fails with IncusError (a refusal) or IncusUnreachable (no
 * answer). Reads are retried automatically; changes are not, because they may have taken effect: look, then call again.
 */
export interface IncusClient {
  read<T>(path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<Read<T>>;
  /** The same; null if it does not exist. */
  find<T>(path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<Read<T> | null>;
  text(path: string, signal: AbortSignal): Promise<string>;
  /** Starts a change. Returns its operation if Incus continues in the background, null if it is done. */
  start(change: Change, signal: AbortSignal): Promise<Operation | null>;
  /** Waits at most this long for a background operation. @throws IncusError if it failed */
  wait(operationId: string, options: { ms: number; signal: AbortSignal }): Promise<Progress>;
  /** Starts a change and waits for it. */
  change(change: Change, options: { ms: number; signal: AbortSignal }): Promise<Progress>;
  /** Raw bytes, such as a file for a guest or an image. */
  send(request: {
    method: string;
    path: string;
    body: Uint8Array;
    headers: Readonly<Record<string, string>>;
    limitMs: number;
    signal: AbortSignal;
  }): Promise<Operation | null>;
  socket(path: string): WebSocket;
  close(): void;
}

const ANSWER_MS = 10_000;
const READ_TRIES = 3;
const GATEWAY_ERRORS: readonly number[] = [502, 503, 504];

const Sync = z.object({ type: z.literal('sync'), metadata: z.unknown().optional() });
const Async = z.object({ type: z.literal('async'), metadata: Operation });
const Refusal = z.object({ type: z.literal('error'), error: z.string(), error_code: z.number() });
const Envelope = z.discriminatedUnion('type', [Sync, Async, Refusal]);

const silence: Silence = {
  isSilence: (error) => error instanceof IncusUnreachable,
  silent: (last) => new IncusUnreachable('Incus has not answered for a while; it is asked again in some seconds.', { cause: last }),
};

const SUCCESS = 200;
const FAILURE = 400;

/** `project`: the project of every path. `answerMs`: how long Incus may take to answer. */
export function createIncusClient(
  address: IncusAddress,
  options: { clock: Pick<Clock, 'wall'>; project: string; answerMs?: number },
): IncusClient {
  const { answerMs = ANSWER_MS } = options;
  const transport = createTransport(address);
  const circuit = createCircuit(options.clock, silence);
  const inProject = (path: string) => `${path}${path.includes('?') ? '&' : '?'}project=${encodeURIComponent(options.project)}`;

  async function ask(
    change: { method: string; path: string; body?: unknown; etag?: string | null },
    signal: AbortSignal,
    limitMs = answerMs,
  ) {
    const answer = await circuit.run(() =>
      transport.request({
        method: change.method,
        path: inProject(change.path),
        headers: {
          ...(change.body !== undefined && { 'Content-Type': 'application/json' }),
          ...(change.etag != null && { 'If-Match': change.etag }),
        },
        ...(change.body !== undefined && { body: JSON.stringify(change.body) }),
        signal,
        limitMs,
      }),
    );
    return { envelope: opened(answer), etag: answer.etag };
  }

  async function read<T>(path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<Read<T>> {
    const { envelope, etag } = await again(signal, () => ask({ method: 'GET', path }, signal));
    return { value: shape.parse(envelope.metadata), etag };
  }

  async function wait(operationId: string, { ms, signal }: { ms: number; signal: AbortSignal }): Promise<Progress> {
    // The URL is built here: in a cluster, the one that Incus returns ends in a query.
    const path = `/1.0/operations/${operationId}/wait?timeout=${Math.max(0, Math.ceil(ms / 1000))}`;
    let operation: Operation;
    try {
      const { envelope } = await again(signal, () => ask({ method: 'GET', path }, signal, ms + answerMs));
      operation = Operation.parse(envelope.metadata);
    } catch (error) {
      if (isForgotten(error)) return 'forgotten';
      if (isOverdue(error)) return 'running';
      // Waiting for failed work returns the status of what went wrong in it: a 404 means that something it needed is missing, not that the
      // requested resource is.
      throw error instanceof IncusError ? new IncusError(FAILURE, error.message) : error;
    }
    return progressOf(operation);
  }

  async function start(change: Change, signal: AbortSignal): Promise<Operation | null> {
    const { envelope } = await ask(change, signal);
    return envelope.type === 'async' ? envelope.metadata : null;
  }

  return {
    read,
    async find(path, shape, signal) {
      try {
        return await read(path, shape, signal);
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    async text(path, signal) {
      const answer = await again(signal, () =>
        circuit.run(() => transport.request({ method: 'GET', path: inProject(path), signal, limitMs: answerMs })),
      );
      if (answer.status !== SUCCESS) opened(answer);
      return answer.body.toString();
    },
    start,
    wait,
    async change(change, { ms, signal }) {
      const operation = await start(change, signal);
      return operation === null ? 'done' : wait(operation.id, { ms, signal });
    },
    async send({ path, ...request }) {
      const answer = await circuit.run(() => transport.request({ ...request, path: inProject(path) }));
      const envelope = opened(answer);
      return envelope.type === 'async' ? envelope.metadata : null;
    },
    socket: (path) => transport.socket(inProject(path)),
    close: () => transport.close(),
  };
}

/** @throws IncusError for a refusal · IncusUnreachable while it is not up */
function opened(answer: RawAnswer): z.output<typeof Sync> | z.output<typeof Async> {
  const envelope = Envelope.safeParse(jsonIn(answer));
  if (!envelope.success) throw foreign(answer);
  if (envelope.data.type === 'error') throw refusal(new IncusError(envelope.data.error_code, envelope.data.error));
  return envelope.data;
}

/** A gateway reports that nothing is behind it; any other answer comes from something that is not Incus. */
function foreign({ status, body }: RawAnswer): NotIncus | IncusUnreachable {
  const error = new NotIncus(status, `an answer of ${body.length} bytes, status ${status}, that is not Incus'`);
  return GATEWAY_ERRORS.includes(status) ? new IncusUnreachable(`only a gateway answers, with ${status}`, { cause: error }) : error;
}

/** An Incus that is starting or stopping answers, but counts as down. */
function refusal(error: IncusError): IncusError | IncusUnreachable {
  return isBetweenLives(error) ? new IncusUnreachable(`Incus is not up: ${error.message}`, { cause: error }) : error;
}

function jsonIn(answer: RawAnswer): unknown {
  try {
    return JSON.parse(answer.body.toString());
  } catch {
    return null;
  }
}

function progressOf(operation: Operation): Progress {
  if (operation.status_code >= FAILURE) throw new IncusError(operation.status_code, operation.err || operation.status);
  return operation.status_code === SUCCESS ? 'done' : 'running';
}

/** Retries a read after a moment if there was no answer. */
async function again<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof IncusUnreachable) || attempt >= READ_TRIES) throw error;
      await sleep(attempt * 50 + randomInt(100), undefined, { signal });
    }
  }
}
