import type { Locale } from '@boreal/contract/words/language.ts';
import { createMcpHandler, type CreateMcpHandlerOptions, type McpHttpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCtx } from '../core/create-ctx.ts';
import { errorAnswer } from '../core/ground/error-answer.ts';
import type { KeyCache } from '../core/ground/keys/key-cache.ts';
import type { KeyRecord } from '../core/ground/keys/keys.store.ts';
import type { Database } from '../db/connect.ts';
import type { Clock } from '../kit/clock.ts';
import { serviceUnavailable, UNAVAILABLE_RETRY_SECONDS } from '../core/ground/service-unavailable.ts';
import { AppError } from '../kit/errors.ts';
import { preferredLocale } from '../kit/locale.ts';
import type { Log } from '../kit/log.ts';
import { noteCaller } from '../kit/request-callers.ts';
import { standingHeaders } from '../kit/standing-headers.ts';
import type { Traces } from '../kit/traces.ts';
import { authenticateAgent } from './agent-auth.ts';
import type { CallParts, CallStanding } from './call-tool.ts';
import { discoveryDocuments } from './discovery/discovery-documents.ts';
import { callerOf, listTools, narrowingOf, toolsAsJson, unknownToolset } from './list-tools.ts';
import { createAgentServer, type AgentRequest } from './mcp-server.ts';
import { plainRequest } from './plain-exchange.ts';
import { answerWith, exchange, parsed } from './protocol-exchange.ts';
import { readMessages } from './read-messages.rules.ts';

/** The endpoint for agents: `{base_url}/mcp`. */
export const MCP_PATH = '/api/mcp';

/** Refused keys per minute and client network before guessing is slowed down, as at the REST door. */
const REFUSED_KEYS_PER_MINUTE = 100;
/** Messages of all kinds per minute and key: lists and initializations as well as tool calls, which also have their own limits. */
const MESSAGES_PER_MINUTE = 600;
const BODY_MAX_BYTES = 256 * 1024;

export interface McpDoorParts extends CallParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly traces?: Traces | null | undefined;
  readonly keys: KeyCache;
  /** Serves the protocol for a request; a test mounts other tools behind the same door. */
  readonly serve?: (request: AgentRequest, parts: CallParts) => ReturnType<McpServerFactory>;
  /** Speaks the protocol with the servers that the factory makes; a test adds sessions, which Boreal's does not have. */
  readonly protocol?: (factory: McpServerFactory, options: CreateMcpHandlerOptions) => McpHttpHandler;
}

/** Mounts the agent endpoint on a Fastify: Streamable HTTP of both protocol eras, stateless, MCP keys only. */
export async function mcpDoor(app: FastifyInstance, parts: McpDoorParts): Promise<void> {
  const base = createCtx({ ...parts, door: 'mcp' });
  // The protocol's handler creates a server for each request; this tells it for whom.
  const requests = new Map<string, AgentRequest>();
  let count = 0;
  const { serve = createAgentServer, protocol = createMcpHandler } = parts;
  const isOwn = parts.serve === undefined && parts.protocol === undefined;
  const handler = protocol(
    ({ authInfo }) => {
      const request = requests.get(authInfo?.clientId ?? '');
      if (!request) throw new Error('a request came past the door');
      return serve(request, parts);
    },
    { maxRequestBodySize: BODY_MAX_BYTES, onerror: (error) => parts.log.debug({ err: error }, 'an agent sent what the protocol refuses') },
  );
  await app.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) => done(null, body));
    door.setErrorHandler<FastifyError>((error, request, reply) => unreadable(error, request, reply, parts));
    const admitted = new WeakMap<FastifyRequest, KeyRecord>();
    door.route({
      method: ['GET', 'POST', 'DELETE'],
      url: MCP_PATH,
      // Before any of the body is read.
      onRequest: async (request, reply) => {
        const caller = await admit(request, reply, parts);
        if ('refused' in caller) {
          if (request.headers.authorization !== undefined) {
            parts.log.warn(
              { requestId: request.id, address: request.ip, status: caller.refused.status },
              'an agent was refused at the door',
            );
          }
          return refuse(reply, caller.refused);
        }
        admitted.set(request, caller.key);
        noteCaller(request, { accountId: caller.key.accountId, actorId: caller.key.id });
        return undefined;
      },
      handler: async (request, reply) => {
        const key = admitted.get(request);
        if (!key) throw new Error('a request came past the door');
        const toolsets = header(request, 'x-mcp-toolsets');
        const unknown = unknownToolset(toolsets, localeOf(request));
        if (unknown) return sendError(reply, { status: 400, ...unknown });
        const body = typeof request.body === 'string' ? request.body : undefined;
        const messages = readMessages(parsed(body), { revision: header(request, 'mcp-protocol-version') });
        if ('refused' in messages) return sendError(reply, messages.refused);
        const late = await countMessages(reply, { key, count: messages.count - 1, reader: readerOf(request, parts) }, parts);
        if (late) return refuse(reply, late.refused);
        const { body: parsedBody, asksForTools = false } = messages;
        const plain = isOwn ? plainRequest(request, parsedBody) : null;
        const asked = agentRequest(base, { key, toolsets, leavesToolsOut: asksForTools, revision: plain?.revision ?? null }, request);
        reply.header('x-request-id', request.id);
        const tools = asksForTools ? toolsAsJson(listTools(callerOf(key), asked.narrowing)) : null;
        if (plain) return answerWith(reply, await plain.answer(createAgentServer(asked, parts)), tools);
        // Not the request's own id: a proxy may give two requests the same one.
        const ticket = String((count += 1));
        requests.set(ticket, asked);
        reply.raw.once('close', () => requests.delete(ticket));
        return exchange(handler, request, reply, { body, parsedBody, ticket, tools });
      },
    });
  });
  await discoveryDocuments(app, parts);
  app.addHook('onClose', () => handler.close());

  function agentRequest(
    ctx: typeof base,
    { key, toolsets, ...how }: { key: KeyRecord; toolsets: string | null; leavesToolsOut: boolean; revision: string | null },
    request: FastifyRequest,
  ): AgentRequest {
    const actor = { type: 'mcp_key', id: key.id, name: key.name } as const;
    return {
      ctx: {
        ...ctx,
        actor,
        address: request.ip,
        requestId: request.id,
        accountId: key.accountId,
        keyId: key.id,
        locale: localeOf(request),
      },
      key,
      narrowing: narrowingOf({ toolsets, readOnly: header(request, 'x-mcp-readonly') }),
      userAgent: header(request, 'user-agent')?.slice(0, 100) ?? null,
      ...how,
    };
  }
}

type Admitted = { readonly key: KeyRecord } | Refused;
interface Refused {
  readonly refused: { readonly status: 401 | 403 | 429 | 503; readonly body: unknown };
}

/** Checks a request and finds its caller: 429 → 401 → 403. */
async function admit(request: FastifyRequest, reply: FastifyReply, parts: McpDoorParts): Promise<Admitted> {
  const reader = readerOf(request, parts);
  const caller = await authenticateAgent(request.headers.authorization, parts);
  if ('refused' in caller) {
    const guesses = await parts.limits.take({ operation: 'refused keys', limit: REFUSED_KEYS_PER_MINUTE, client: request.ip });
    if (caller.refused === 'INVALID_API_KEY' && !guesses.allowed) return tooMany(reply, guesses, reader);
    reply.header('www-authenticate', 'Bearer realm="mcp"');
    return { refused: { status: 401, body: errorAnswer(new AppError('Unauthorized', { reason: caller.refused, who: 'agent' }), reader) } };
  }
  const late = await countMessages(reply, { key: caller.key, count: 1, reader }, parts);
  if (late) return late;
  // Agents send no Origin; another site's page that has obtained a key must not use it from a browser.
  const { origin } = request.headers;
  if (origin !== undefined && origin !== parts.siteUrl) {
    return {
      refused: { status: 403, body: errorAnswer(new AppError('FORBIDDEN_ORIGIN', { siteUrl: parts.siteUrl, who: 'agent' }), reader) },
    };
  }
  return caller;
}

type Reader = Parameters<typeof errorAnswer>[1];

/** Counts a key's messages one by one and tells the client how many are left; null while there are some. */
async function countMessages(
  reply: FastifyReply,
  { key, count, reader }: { key: KeyRecord; count: number; reader: Reader },
  { limits }: McpDoorParts,
): Promise<Refused | null> {
  for (let n = 0; n < count; n += 1) {
    const standing = await limits.take({ operation: 'agent messages', limit: MESSAGES_PER_MINUTE, client: key.id });
    reply.headers(standingHeaders(standing));
    if (!standing.allowed) return tooMany(reply, standing, reader);
  }
  return null;
}

function readerOf(request: FastifyRequest, { siteUrl }: McpDoorParts): Reader {
  return { locale: localeOf(request), siteUrl, requestId: request.id };
}

function tooMany(reply: FastifyReply, { resetSeconds }: CallStanding, reader: Reader): Refused {
  reply.header('retry-after', resetSeconds);
  return { refused: { status: 429, body: errorAnswer(new AppError('Too many requests', { retryAfterSeconds: resetSeconds }), reader) } };
}

/** A refusal by the door as JSON-RPC, with the REST door's body as its data. */
function refuse(reply: FastifyReply, { status, body }: Refused['refused']): FastifyReply {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : '';
  return sendError(reply, { status, code: -32_000, message, data: body });
}

/** Sends an error in JSON-RPC's form. */
function sendError(
  reply: FastifyReply,
  { status, id = null, ...error }: { status: number; code: number; message: unknown; data?: unknown; id?: string | number | null },
): FastifyReply {
  const answer = { jsonrpc: '2.0', id, error };
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** Answers an unreadable body, or an unexpected error, of which the client learns only the request's id. */
function unreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply, parts: McpDoorParts): FastifyReply {
  const away = serviceUnavailable(error);
  if (away !== null) {
    parts.log.warn({ err: error, requestId: request.id }, 'the database is away');
    reply.header('retry-after', UNAVAILABLE_RETRY_SECONDS);
    return refuse(reply, {
      status: 503,
      body: errorAnswer(away, { locale: localeOf(request), siteUrl: parts.siteUrl, requestId: request.id }),
    });
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) parts.log.error({ err: error, requestId: request.id }, 'the agent endpoint failed');
  const [code, message] = status >= 500 ? [-32_603, 'Internal error'] : [-32_000, error.message];
  return reply.code(status).send({ jsonrpc: '2.0', id: null, error: { code, message, data: { requestId: request.id } } });
}

function localeOf(request: FastifyRequest): Locale {
  return preferredLocale(request.headers['accept-language']);
}

function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}
