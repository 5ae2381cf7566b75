import { randomUUID } from 'node:crypto';
import {
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';

/**
 * Gives a handler sessions for clients of 2025, which Boreal's stateless endpoint does not have: a tool that asks its client during a call
 * gets the answer in another request, and only a session connects the two.
 */
export function withSessions(handler: McpHttpHandler, factory: McpServerFactory): McpHttpHandler {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return {
    ...handler,
    fetch: async (request, input = {}) => {
      if (!(await isLegacyRequest(request, input.parsedBody))) return handler.fetch(request, input);
      const id = request.headers.get('mcp-session-id');
      if (id === null) return isGreeting(input.parsedBody) ? greet(request, input) : handler.fetch(request, input);
      const session = sessions.get(id);
      return session ? session.handleRequest(request, input) : new Response(null, { status: 404 });
    },
    close: async () => {
      await Promise.all([...sessions.values()].map((session) => session.close()));
      await handler.close();
    },
  };

  async function greet(request: Request, input: McpHandlerRequestOptions): Promise<Response> {
    const session = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = await factory({ era: 'legacy', requestInfo: request, ...(input.authInfo && { authInfo: input.authInfo }) });
    await server.connect(session);
    return session.handleRequest(request, input);
  }
}

function isGreeting(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize';
}
