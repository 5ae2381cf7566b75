import { Readable } from 'node:stream';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A placeholder: a request's content is in its headers and its body. */
const PLACE = 'http://agents.invalid/';

/**
 * Passes a request to the protocol's handler and the answer to the client. The door has already read the body: the library's own adapter
 * reads it as a stream, twice, and writes answers piece by piece, which costs more than serving them.
 */
export async function exchange(
  handler: McpHttpHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  input: { body: string | undefined; parsedBody: unknown; ticket: string; tools: string | null },
): Promise<FastifyReply> {
  const leaving = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  const { parsedBody } = input;
  const { method, headers } = request;
  const asked = new Request(PLACE, {
    method,
    headers: pairs(headers),
    signal: leaving.signal,
    // The handler refuses a body that is not JSON, as the protocol prescribes.
    ...(parsedBody === undefined && input.body !== undefined && method === 'POST' && { body: input.body }),
  });
  const answer = await handler.fetch(asked, {
    // The key's text stays at the door: everything after it identifies the request by its ticket.
    authInfo: { token: '', clientId: input.ticket, scopes: [] },
    ...(parsedBody !== undefined && { parsedBody }),
  });
  return answerWith(reply, answer, input.tools);
}

/** Sends the protocol's answer: one message as JSON, or a web `Response`. */
export async function answerWith(reply: FastifyReply, answer: string | Response, tools: string | null): Promise<FastifyReply> {
  if (typeof answer === 'string') {
    reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store');
    return reply.send(tools === null ? answer : withTools(answer, tools));
  }
  // The connection is between server and client: waiting for its end would take forever.
  answer.headers.delete('connection');
  reply.code(answer.status).headers(Object.fromEntries(answer.headers)).header('cache-control', 'no-store');
  if (answer.body === null) return reply.send();
  const streams = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (tools !== null) return reply.send(withTools(await answer.text(), tools));
  return reply.send(streams ? Readable.fromWeb(answer.body) : Buffer.from(await answer.arrayBuffer()));
}

const JSON_TYPE = 'application/json; charset=utf-8';

const NO_TOOLS = '"tools":[]';

/**
 * Inserts the tools into a list that was made without them. Inside any other text of the answer, the quotes of `NO_TOOLS` would be escaped.
 */
function withTools(answer: string, tools: string): string {
  const at = answer.indexOf(NO_TOOLS);
  return at === -1 ? answer : `${answer.slice(0, at)}"tools":${tools}${answer.slice(at + NO_TOOLS.length)}`;
}

/** A body parsed as JSON; undefined if it is not JSON. */
export function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

function pairs(headers: FastifyRequest['headers']): [string, string][] {
  const known = Object.entries(headers).filter(([name]) => name !== 'authorization');
  return known.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
}
