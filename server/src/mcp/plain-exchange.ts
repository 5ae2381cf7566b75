import {
  classifyInboundRequest,
  isJsonContentType,
  type JSONRPCMessage,
  PerRequestHTTPServerTransport,
  type Server,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';

/** The revision whose requests are self-contained; the handler knows about any later one. */
const REVISION = '2026-07-28';
/** The methods of nearly all requests. */
const METHODS: ReadonlySet<string> = new Set(['tools/call', 'tools/list']);

/** A request that can be answered without the protocol's handler. */
export interface PlainRequest {
  readonly revision: string;
  readonly transport: OneAnswer;
  /** The result's message as JSON; a web `Response` if it is an error, or more than one message. */
  answer(server: Server): Promise<string | Response>;
}

/**
 * A request to list or call tools that has every header its revision requires. The same protocol server checks and answers it, but without
 * the handler's own web request and response and without closing a server that is never reused: together a third of the total cost of a
 * call. Null for any other request, which the handler serves, or refuses as the protocol prescribes.
 */
export function plainRequest({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, body: unknown): PlainRequest | null {
  const named = headers['mcp-method'];
  if (headers['mcp-protocol-version'] !== REVISION || typeof named !== 'string' || !METHODS.has(named)) return null;
  if (!isJsonContentType(headers['content-type'] ?? null)) return null;
  const route = classifyInboundRequest({ httpMethod: method, protocolVersionHeader: REVISION, mcpMethodHeader: named, body });
  if (route.kind !== 'modern' || route.messageKind !== 'request') return null;
  const { message, classification } = route;
  if (message.method === 'tools/call' && message.params?.['name'] !== headers['mcp-name']) return null;
  const transport = new OneAnswer({ classification });
  return {
    revision: REVISION,
    transport,
    async answer(server) {
      await server.connect(transport);
      return Promise.race([transport.answered, transport.handleMessage(message)]);
    },
  };
}

/** Hands over the result as JSON, and leaves everything else to the library. Nothing stays in use afterwards, so it is not closed. */
class OneAnswer extends PerRequestHTTPServerTransport {
  readonly #result = Promise.withResolvers<string>();
  #isMore = false;
  readonly answered = this.#result.promise;

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!this.#isMore && 'result' in message) return this.#result.resolve(JSON.stringify(message));
    this.#isMore = true;
    await super.send(message, options);
  }
}
