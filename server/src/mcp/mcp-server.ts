import { CLIENT_INFO_META_KEY, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { visibleLine } from '@boreal/contract/values/visible-text.ts';
import { z } from 'zod';
import { beginningOf } from '../kit/storable.ts';
import { callTool, type CallParts } from './call-tool.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { callerOf, listTools, type Narrowing } from './list-tools.ts';
import type { KeyRecord } from '../core/ground/keys/keys.store.ts';
import { toolsByName } from './tools.ts';
import type { AgentCtx } from './tool.ts';

export const SERVER_NAME = 'boreal';
export const SERVER_TITLE = 'Boreal GPU cloud';
export const SERVER_VERSION = '1.0.0';

/** How long a client may cache a list of tools: it changes with a key's permissions and with new versions of Boreal. */
const LIST_TTL_MS = 300_000;

/** Shared by all requests: otherwise each server would build its own, which costs more than the rest of a request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The caller of one request, and what its server must know. */
export interface AgentRequest {
  readonly ctx: AgentCtx;
  readonly key: KeyRecord;
  readonly narrowing: Narrowing;
  readonly userAgent: string | null;
  /**
   * Whether to leave the tools out of the list, so that `exchange` can insert them as bytes: the library would validate and serialize each
   * one again.
   */
  readonly leavesToolsOut: boolean;
  /** The protocol's revision, if the server must know it from the start; null: the caller provides it. */
  readonly revision: string | null;
}

/** A protocol server for one request. It keeps no state between requests, so any process can answer any of them. */
export function createAgentServer(request: AgentRequest, parts: CallParts): Server {
  const { ctx, key, narrowing, leavesToolsOut, revision } = request;
  const server = new Server(
    { name: SERVER_NAME, title: SERVER_TITLE, version: SERVER_VERSION },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator,
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
      ...(revision !== null && { supportedProtocolVersions: [revision] }),
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: leavesToolsOut ? [] : [...listTools(callerOf(key), narrowing)] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = toolsByName.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 100)}. Read tools/list.`);
    const client = readable(clientName(server, mcpReq.envelope) ?? request.userAgent);
    const args = params.arguments ?? {};
    return callTool(tool, { ctx, key, client, narrowing, args }, parts);
  });
  return server;
}

/** Both are whatever the program says. */
const readable = (name: string | null) => (name === null ? null : beginningOf(visibleLine(name.toWellFormed()), 100));

const Envelope = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string(), version: z.string() }) });

/** The calling program: from its initialization, or, in a revision without one, from the request's envelope. */
function clientName(server: Server, envelope: object | undefined): string | null {
  const info = server.getClientVersion() ?? Envelope.safeParse(envelope).data?.[CLIENT_INFO_META_KEY];
  return info ? `${info.name} ${info.version}` : null;
}
