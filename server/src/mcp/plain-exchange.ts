import {
  classifyInboundRequest,
  isJsonContentType,
  type JSONRPCMessage,
  PerRequestHTTPServerTransport,
  type Server,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';

/** The revision whose requests are whole in themselves; a later one is the handler's to know. */
const REVISION = '2026-07-28';
/** What is asked in nearly every request. */
const METHODS: ReadonlySet<string> = new Set(['tools/call', 'tools/list']);

/** A request that can be answered without the protocol's handler. */
export interface PlainRequest {
  readonly revision: string;
  readonly transport: OneAnswer;
  /** The result's message as JSON; a response of the web when it is an error, or more than one message. */
  answer(server: Server): Promise<string | Response>;
}

/**
 * A request for the tools, or for a call of one, that has every header that its revision asks for. The same protocol server checks
 * and answers it; what is spared is the handler's own request and response of the web and the end of a server that nobody uses
 * again: a third of the whole cost of a call. Null for any other, which the handler serves, or refuses in the protocol's words.
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

/** Hands over the result as JSON, and leaves all else to the library. Nothing of it is in use afterwards, so it is not closed. */
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
