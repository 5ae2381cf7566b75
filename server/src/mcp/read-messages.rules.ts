import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The most messages in a batch, for the clients of 2025-03-26, the only ones that may send one. */
export const BATCH_MAX = 10;

/** The first revision of the protocol without batches of messages. */
const NO_BATCHES_SINCE = '2025-06-18';

/** What remains of a body for the protocol's handler, and how many messages it counts as; or the reason for refusal. */
export type Messages =
  | {
      readonly body: unknown;
      readonly count: number;
      /** A single request for the tools, of a revision that answers a request with one JSON message. */
      readonly asksForTools?: boolean;
    }
  | {
      readonly refused: {
        readonly status: 200 | 400;
        readonly code: number;
        readonly message: string;
        readonly id: string | number | null;
      };
    };

/**
 * Handles what the protocol's handler would answer with an error of its own, or never: batches beyond what the client's revision allows,
 * and invalid parameters of an initialization or a list. Nothing persists between requests, so a notification has no effect; one that
 * cancels a request in its own batch would prevent that request from ever being answered.
 */
export function readMessages(body: unknown, { revision }: { revision: string | null }): Messages {
  if (!Array.isArray(body)) {
    const modern = isModern(body, revision);
    const refused = modern ? null : refusedParams(body);
    return refused ?? { body: withoutNullArguments(body), count: 1, asksForTools: modern && partOf(body, 'method') === 'tools/list' };
  }
  const all: readonly unknown[] = body;
  if (revision !== null && revision >= NO_BATCHES_SINCE) {
    return invalid(`An array of messages is not part of MCP since ${NO_BATCHES_SINCE}. Send each message in a request of its own.`);
  }
  if (all.length > BATCH_MAX) return invalid(`An array holds at most ${BATCH_MAX} messages. Send them in several requests.`);
  const ids = all.map(idOf).filter((id) => id !== null);
  if (new Set(ids).size < ids.length) return invalid('Two requests of an array have the same id. Give each its own.');
  for (const message of all) {
    const refused = refusedParams(message);
    if (refused) return refused;
  }
  const telling = all.filter((message) => idOf(message) === null && isMessage(message));
  const asking = all.filter((message) => !telling.includes(message)).map(withoutNullArguments);
  return { body: asking.length === 0 ? all : asking, count: Math.max(1, all.length) };
}

/** From this revision on the handler itself reports what is wrong, headers first. */
const NAMES_WRONG_PARAMS_SINCE = '2026-07-28';

const WithRevision = z.looseObject({
  params: z.looseObject({ _meta: z.looseObject({ 'io.modelcontextprotocol/protocolVersion': z.string() }) }),
});

function isModern(body: unknown, revision: string | null): boolean {
  return (revision !== null && revision >= NAMES_WRONG_PARAMS_SINCE) || WithRevision.safeParse(body).success;
}

function invalid(message: string): Messages {
  return { refused: { status: 400, code: ProtocolErrorCode.InvalidRequest, message, id: null } };
}

const Message = z.looseObject({ method: z.string() });
const WithId = z.looseObject({ id: z.union([z.string(), z.number()]) });

function isMessage(value: unknown): boolean {
  return Message.safeParse(value).success;
}

function idOf(value: unknown): string | number | null {
  const read = WithId.safeParse(value);
  return read.success ? read.data.id : null;
}

/** What each of these requests must contain; the handler checks the rest. */
const Initialize = z.looseObject({
  protocolVersion: z.string(),
  capabilities: z.looseObject({}),
  clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
});
const List = z.looseObject({ cursor: z.string().optional() }).optional();
const Call = z.looseObject({ name: z.string(), arguments: z.looseObject({}).nullish() });
const Parameters: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['initialize', Initialize],
  ['tools/list', List],
  ['tools/call', Call],
]);

const Request = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string(), params: z.unknown().optional() });

function refusedParams(message: unknown): Messages | null {
  const read = Request.safeParse(message);
  if (!read.success) return null;
  const { id, method, params } = read.data;
  const issue = Parameters.get(method)?.safeParse(params).error?.issues[0];
  if (!issue) return null;
  const place = ['params', ...issue.path].join('.');
  return {
    refused: {
      status: 200,
      code: ProtocolErrorCode.InvalidParams,
      message: `${method}: ${place} is missing or not what it should be.`,
      id,
    },
  };
}

const NullArguments = z.looseObject({ method: z.literal('tools/call'), params: z.looseObject({ arguments: z.null() }) });

/** Some clients write `arguments: null` for a tool without arguments. */
function withoutNullArguments(message: unknown): unknown {
  if (partOf(partOf(message, 'params'), 'arguments') !== null) return message;
  const read = NullArguments.safeParse(message);
  return read.success ? { ...read.data, params: { ...read.data.params, arguments: {} } } : message;
}

/** Without a schema: hardly any message has this field, and a failing schema takes longer than the rest of the reading. */
function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
