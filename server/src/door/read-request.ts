import type { EndpointRow, Parts } from '@boreal/contract/api/endpoint.ts';
import type { NotFoundNoun } from '@boreal/contract/errors/details.ts';
import { PageQuery } from '@boreal/contract/api/pages.ts';
import { z } from 'zod';
import { AppError, isAppError, notFound } from '../kit/errors.ts';
import { validate } from '../kit/validate.ts';
import { doorIssue, givenTwice } from './door-messages.ts';
import type { RawRequest } from './endpoint.ts';
import { readJson } from './read-json.ts';

/** A request as its row's schemas parse it, and the requested page of a list. */
interface ReadRequest {
  readonly request: object;
  readonly page: PageQuery;
}

/** Reads the requests of a row. @throws INVALID_REQUEST, or NOT_FOUND for a path that can name nothing */
export function requestReader({ method, takes }: Pick<EndpointRow, 'method' | 'takes'>): (raw: RawRequest) => ReadRequest {
  const schema = z.object({ ...takes });
  return (raw) => {
    const request = validateParts(schema, readParts(takes, raw));
    if (method !== 'GET' && !takes.body) refuseFields(raw);
    return { request, page: (takes.query && PageQuery.safeParse(raw.query).data) ?? {} };
  };
}

function readParts(takes: Parts, raw: RawRequest): Parts | object {
  if (takes.query) refuseTwice(takes.query, raw.query);
  if (takes.query) refuseNul(raw.query);
  return {
    ...(takes.params && { params: raw.params }),
    ...(takes.query && { query: raw.query }),
    ...(takes.body && !leftOut(takes.body, raw.body) && { body: readJson({ text: raw.body, contentType: raw.contentType }) }),
  };
}

/** If an endpoint takes no body, a request with one is refused: its author meant something else. */
function refuseFields({ body: text, contentType }: RawRequest): void {
  if (text !== undefined && text.trim() !== '') validate(z.strictObject({}), readJson({ text, contentType }));
}

/** Whether a request omits a body that it may omit. */
function leftOut(schema: z.ZodType, text: string | undefined): boolean {
  return (text === undefined || text === '') && isOptional(schema);
}

/** Whether a part of a request may be omitted. */
export function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

/** Refuses a repeated known parameter. An unknown one is ignored, however often it occurs. */
function refuseTwice(schema: z.ZodType, query: unknown): void {
  if (!(schema instanceof z.ZodObject) || typeof query !== 'object' || query === null) return;
  const twice = Object.entries(query).find(([name, value]) => Array.isArray(value) && name in schema.shape);
  if (twice) throw givenTwice(twice[0]);
}

/** Postgres text cannot contain a NUL. */
function refuseNul(query: unknown): void {
  const values = typeof query === 'object' && query !== null ? Object.values(query) : [];
  if (values.some((value) => typeof value === 'string' && value.includes('\0'))) throw doorIssue('nul');
}

/** What each parameter of a path names. The server comes first: what belongs to it is looked up only if the server exists. */
const pathNouns: ReadonlyMap<string, NotFoundNoun> = new Map([
  ['params.id', 'server'],
  ['params.backupId', 'backup'],
  ['params.approvalId', 'approval'],
  ['params.cardId', 'card'],
  ['params.invoiceId', 'invoice'],
  ['params.orderId', 'order'],
  ['params.paymentId', 'payment'],
  ['params.accountId', 'account'],
  ['params.hostId', 'host'],
  ['params.invitationId', 'invitation'],
  ['params.keyId', 'key'],
  ['params.mailId', 'mail'],
  ['params.planId', 'plan'],
  ['params.serverId', 'server'],
  ['params.sessionId', 'session'],
  ['params.ticketId', 'ticket'],
  ['params.jobId', 'job'],
  ['params.refundId', 'refund'],
  ['params.userId', 'member'],
]);

/** Issues contain only the field's name as the reader knows it; a path that cannot name anything is simply not found. */
function validateParts(schema: z.ZodObject, parts: object): object {
  try {
    return validate(schema, parts);
  } catch (error) {
    if (!isAppError(error, 'INVALID_REQUEST')) throw error;
    const { issues } = error.details;
    // An impossible id cannot name anything: neither a server nor a backup of an existing one.
    const named = issues.map((issue) => pathNouns.get(issue.path)).find((noun) => noun !== undefined);
    if (named !== undefined) throw notFound(named);
    throw new AppError('INVALID_REQUEST', {
      issues: issues.map((issue) => ({ ...issue, path: issue.path.replace(/^(query|body)\.?/, '') })),
    });
  }
}
