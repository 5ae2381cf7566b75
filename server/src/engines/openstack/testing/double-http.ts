import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { newId, type User } from './double-world.ts';

export type ServiceName = 'identity' | 'compute' | 'network' | 'image' | 'volume' | 'placement';

/** A request that came in. `path` has neither the query nor a trailing slash. */
export interface Call {
  readonly service: ServiceName;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  readonly requestId: string;
}

export interface Caller {
  readonly user: User;
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal in no service's words yet: `kind` is neutron's type, and nothing to the others. */
export class Refusal extends Error {
  readonly status: number;
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, kind = '', headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.headers = headers;
  }
}

export type Handler = (call: Call & { readonly caller: Caller }, ...ids: string[]) => Answer;
/** `GET /servers/:id`, as a method and the parts of a path; the first that fits answers. */
export type Routes = Readonly<Record<string, Handler>>;

export interface Service {
  readonly name: ServiceName;
  /** Answers whoever has not signed in, too: versions, signing in. Null: it is not such a call. */
  open?(call: Call): Answer | null;
  readonly routes: Routes;
  /** What every answer to somebody who signed in carries, and whether what they asked for is spoken. @throws Refusal */
  headers?(call: Call): Readonly<Record<string, string>>;
  refusal(refusal: { status: number; message: string; kind: string }, call: Call): unknown;
}

/**
 * What becomes of a request. `lost`: its work is done and the answer never comes; `dropped`: the connection breaks before anything is
 * done; an answer: that is given, and nothing is done.
 */
export type Fate = 'passed' | 'lost' | 'dropped' | Answer | { readonly delayMs: number };
export type FaultRule = (call: Call) => Fate;

export interface RunningService {
  readonly url: string;
  /** Nobody listens any more, and who is connected is cut off. */
  down(): Promise<void>;
  /** The same service at the same address. */
  up(): Promise<void>;
}

export interface ServiceSurroundings {
  /** Asked for every request; the first that does not pass it decides. */
  fate(call: Call): Fate;
  /** Whose token it is; null when it is nobody's, or has ended. */
  callerOf(token: string | undefined): Caller | null;
}

/** Every service has a server of its own, so that each can be down by itself. */
export async function runService(service: Service, around: ServiceSurroundings): Promise<RunningService> {
  const sockets = new Set<Socket>();
  let server: HttpServer | null = null;
  let port = 0;

  async function listen(): Promise<void> {
    const next = createServer((request, response) => {
      void (async () => {
        const call = await callOf(service.name, request);
        const fate = around.fate(call);
        if (fate === 'dropped') return void request.socket.destroy();
        if (typeof fate === 'object' && 'delayMs' in fate) await sleep(fate.delayMs);
        const answer = typeof fate === 'object' && 'status' in fate ? asSpoken(service, call, fate) : answerOf(service, call, around);
        if (fate === 'lost') return void request.socket.destroy();
        const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
        response.writeHead(answer.status, {
          ...(answer.body !== undefined && { 'Content-Type': 'application/json' }),
          'x-openstack-request-id': call.requestId,
          ...answer.headers,
        });
        response.end(answer.status === 204 ? '' : text);
      })().catch((error: unknown) => {
        response.writeHead(500).end(String(error instanceof Error ? error.stack : error));
      });
    });
    next.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((ready, failed) => {
      next.once('error', failed);
      next.listen(port, '127.0.0.1', ready);
    });
    port = portOf(next.address());
    server = next;
  }

  await listen();
  return {
    url: `http://127.0.0.1:${port}`,
    async down() {
      const ending = server;
      server = null;
      if (!ending) return;
      const ended = new Promise((resolve) => ending.close(resolve));
      for (const socket of sockets) socket.destroy();
      await ended;
    },
    async up() {
      if (!server) await listen();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}

async function callOf(service: ServiceName, request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const url = new URL(request.url ?? '/', 'http://double');
  return {
    service,
    method: request.method ?? 'GET',
    path: url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname,
    query: url.searchParams,
    body: Buffer.concat(chunks).toString(),
    headers: request.headers,
    requestId: `req-${newId()}`,
  };
}

/** What a test puts in place of an answer, in the version that was asked for. */
function asSpoken(service: Service, call: Call, answer: Answer): Answer {
  if (answer.status >= 300) return answer;
  return { ...answer, headers: { ...service.headers?.(call), ...answer.headers } };
}

function answerOf(service: Service, call: Call, around: ServiceSurroundings): Answer {
  let headers: Readonly<Record<string, string>> = {};
  try {
    const open = service.open?.(call);
    if (open) return open;
    const [token] = [call.headers['x-auth-token']].flat();
    const caller = around.callerOf(token);
    if (!caller) return unauthorized(service.name);
    headers = service.headers?.(call) ?? {};
    const answer = routed(service, { ...call, caller });
    return { ...answer, headers: { ...headers, ...answer.headers } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: service.refusal(error, call), headers: { ...headers, ...error.headers } };
  }
}

function routed(service: Service, call: Call & { readonly caller: Caller }): Answer {
  for (const [route, handler] of Object.entries(service.routes)) {
    const ids = idsIn(route, call);
    if (ids) return handler(call, ...ids);
  }
  return { status: 404, body: pageOf(404, 'The resource could not be found.') };
}

function idsIn(route: string, call: Call): string[] | null {
  const [method, pattern = ''] = route.split(' ');
  if (method !== call.method) return null;
  const [wanted, given] = [pattern.split('/'), call.path.split('/')];
  if (wanted.length !== given.length) return null;
  const ids: string[] = [];
  for (const [n, part] of wanted.entries()) {
    if (part.startsWith(':')) ids.push(decodeURIComponent(given[n] ?? ''));
    else if (part !== given[n]) return null;
  }
  return ids;
}

function unauthorized(service: ServiceName): Answer {
  const message = 'The request you have made requires authentication.';
  const body = service === 'image' ? pageOf(401, message) : { error: { code: 401, title: 'Unauthorized', message } };
  return { status: 401, body, headers: { 'WWW-Authenticate': 'Keystone uri="http://double/"' } };
}

/** What nova and cinder call a refusal, by its status. */
export const FAULTS: Readonly<Record<number, string>> = {
  400: 'badRequest',
  403: 'forbidden',
  404: 'itemNotFound',
  409: 'conflictingRequest',
  413: 'overLimit',
  500: 'computeFault',
};

/** What a web framework below a service says, where the service says nothing itself. */
export function pageOf(status: number, message: string) {
  const title = {
    400: 'Bad Request',
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'Not Found',
    409: 'Conflict',
    413: 'Request Entity Too Large',
  };
  const named = Object.entries(title).find(([code]) => Number(code) === status)?.[1] ?? 'Error';
  return { message: `${message}<br /><br />\n\n\n`, code: `${status} ${named}`, title: named };
}

/** The body in the shape that is expected. @throws Refusal, which `begins` in the service's own way and is of its `kind` */
export function bodyOf<T>(shape: z.ZodType<T>, call: Call, refusal?: { readonly begins?: string; readonly kind?: string }): T {
  return readAs(shape, jsonOf(call), refusal);
}

export function readAs<T>(shape: z.ZodType<T>, given: unknown, { begins = '', kind = '' } = {}): T {
  const read = shape.safeParse(given);
  if (!read.success) throw new Refusal(400, `${begins}${z.prettifyError(read.error)}`, kind);
  return read.data;
}

/** The parsed body; what is no JSON is refused as services do. */
export function jsonOf(call: Call): unknown {
  try {
    return JSON.parse(call.body);
  } catch {
    throw new Refusal(400, 'Malformed request body');
  }
}
