import type { ErrorCode } from '@boreal/contract/errors.ts';
import { tellsSecret } from '@boreal/contract/secret-text.ts';
import { z } from 'zod';
import type { Permission } from '@boreal/contract/members.ts';
import type { NotFoundNoun } from '@boreal/contract/messages.ts';
import type { Ctx, CustomerCtx } from '../core/ctx.ts';
import type { Page } from '../core/page.ts';
import { AppError, isAppError, notFound } from '../kit/errors.ts';
import { doorIssue, givenTwice } from './door-messages.ts';
import type { Answer, Document, Endpoint, Group, Method, Parts, RawRequest, StatusesByCode, Tools } from './endpoint.ts';
import { pageMeta, PageMeta, pageOf, PageQuery } from './pages.ts';
import { readJson } from './read-json.ts';
import { validate } from '../kit/validate.ts';

/** What every row of the tables says. */
export interface Row<S extends Parts, C extends Ctx = CustomerCtx> {
  readonly name: string;
  readonly summary: string;
  readonly limit: number;
  readonly needs: Permission | null;
  readonly opensWayIn?: true;
  readonly group: Group | 'Console';
  readonly takes: S;
  readonly errors?: readonly ErrorCode[];
  readonly statuses?: StatusesByCode;
  readonly speaks?: true;
  readonly owns?: (ctx: C, id: string) => Promise<void>;
}

type Shape = Parts & z.ZodRawShape;
type PagedShape = Shape & { readonly query: z.ZodType<PageQuery> };
type Read<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

/** An endpoint that answers `{data}`. */
export function endpoint<S extends Shape, D extends z.ZodType, C extends Ctx = CustomerCtx>(
  method: Method,
  path: string,
  row: Row<S, C> & { status?: 201; data: D },
  run: (ctx: C, request: Read<S>, tools: Tools) => Promise<z.output<D>>,
): Endpoint<C> {
  const answer = z.object({ data: row.data });
  return compile({ method, path, row, answer, status: row.status ?? 200 }, async (ctx, request, tools) => ({
    data: await run(ctx, request, tools),
  }));
}

/** A GET that answers `{data: [...]}`, page by page when asked so. Its operation pages itself or gives a short list whole. */
export function list<S extends PagedShape, E extends z.ZodType, C extends Ctx = CustomerCtx>(
  path: string,
  row: Row<S, C> & { of: E },
  run: (ctx: C, request: Read<S>, tools: Tools) => Promise<Page<z.output<E>> | readonly (z.output<E> & { id: string })[]>,
): Endpoint<C> {
  const answer = z.object({ data: z.array(row.of), meta: PageMeta.optional() });
  return compile({ method: 'GET', path, row, answer, status: 200 }, async (ctx, request, tools, query) => {
    const found = await run(ctx, request, tools);
    const { items, nextCursor } = 'items' in found ? found : pageOf(found, query);
    return { data: items, ...pageMeta(query, nextCursor) };
  });
}

/** A GET that answers `{data: {...}}` with a list inside, page by page when asked so. */
export function pagedObject<S extends PagedShape, D extends z.ZodType, C extends Ctx = CustomerCtx>(
  path: string,
  row: Row<S, C> & { data: D },
  run: (ctx: C, request: Read<S>, tools: Tools) => Promise<{ data: z.output<D>; nextCursor: string | null }>,
): Endpoint<C> {
  const answer = z.object({ data: row.data, meta: PageMeta.optional() });
  return compile({ method: 'GET', path, row, answer, status: 200 }, async (ctx, request, tools, query) => {
    const { data, nextCursor } = await run(ctx, request, tools);
    return { data, ...pageMeta(query, nextCursor) };
  });
}

/** A GET that sends a document which is the same for everybody, with or without a key. */
export function document(
  path: string,
  row: Omit<Row<Parts>, 'takes' | 'owns' | 'needs' | 'opensWayIn'> & Omit<Document, 'kind'> & { auth: 'key' | 'none'; answer: z.ZodType },
): Endpoint {
  const { auth, answer, name, summary, limit, group, errors = [], statuses = {}, source, cacheControl, crossOrigin } = row;
  const work = { kind: 'document', source, cacheControl, crossOrigin } as const;
  return {
    method: 'GET',
    path,
    status: 200,
    auth,
    answer,
    tellsSecret: false,
    name,
    summary,
    limit,
    group,
    errors,
    statuses,
    needs: null,
    opensWayIn: false,
    takes: {},
    speaks: false,
    owns: null,
    work,
  };
}

/** Joins a row's reading and its operation, so that the door handles every endpoint alike. */
function compile<S extends Shape, C extends Ctx>(
  about: { method: Method; path: string; row: Row<S, C>; answer: z.ZodType; status: 200 | 201 },
  answer: (ctx: C, request: Read<S>, tools: Tools, page: PageQuery) => Promise<Answer>,
): Endpoint<C> {
  const { row } = about;
  const schema = z.object(row.takes);
  return {
    method: about.method,
    path: about.path,
    status: about.status,
    answer: about.answer,
    tellsSecret: tellsSecret(about.answer),
    name: row.name,
    summary: row.summary,
    limit: row.limit,
    needs: row.needs,
    opensWayIn: row.opensWayIn ?? false,
    group: row.group,
    auth: 'key',
    takes: row.takes,
    errors: row.errors ?? [],
    statuses: row.statuses ?? {},
    speaks: row.speaks ?? false,
    owns: row.owns ?? null,
    work: {
      kind: 'operation',
      prepare: (raw, tools) => {
        const parts = readParts(row.takes, raw);
        const request = validateParts(schema, parts);
        if (about.method !== 'GET' && !row.takes.body) refuseFields(raw);
        return {
          fingerprint: () => JSON.stringify(request),
          run: (ctx) => answer(ctx, request, tools, (row.takes.query && PageQuery.safeParse(raw.query).data) ?? {}),
        };
      },
    },
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

/** What takes no body is not done for a request that says more in one: whoever wrote it meant something else. */
function refuseFields({ body: text, contentType }: RawRequest): void {
  if (text !== undefined && text.trim() !== '') validate(z.strictObject({}), readJson({ text, contentType }));
}

/** Whether a request has no body and may have none. */
function leftOut(schema: z.ZodType, text: string | undefined): boolean {
  return (text === undefined || text === '') && isOptional(schema);
}

/** Whether a part of a request may be left out. */
export function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

/** A parameter that we know has one value. One that we do not know is ignored, however often it comes. */
function refuseTwice(schema: z.ZodType, query: unknown): void {
  if (!(schema instanceof z.ZodObject) || typeof query !== 'object' || query === null) return;
  const twice = Object.entries(query).find(([name, value]) => Array.isArray(value) && name in schema.shape);
  if (twice) throw givenTwice(twice[0]);
}

/** Postgres holds no NUL in a text. */
function refuseNul(query: unknown): void {
  const values = typeof query === 'object' && query !== null ? Object.values(query) : [];
  if (values.some((value) => typeof value === 'string' && value.includes('\0'))) throw doorIssue('nul');
}

/** What each part of a path names. The server comes first: what is in it is looked for only when it is there. */
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

/** Issues are told by the field alone, as the reader knows it; a path that can name nothing is simply not found. */
function validateParts<S extends z.ZodRawShape>(schema: z.ZodObject<S>, parts: object): Read<S> {
  try {
    return validate(schema, parts);
  } catch (error) {
    if (!isAppError(error, 'INVALID_REQUEST')) throw error;
    const { issues } = error.details;
    // An id that could be nobody's names nothing: of the server, or of the backup of one that exists.
    const named = issues.map((issue) => pathNouns.get(issue.path)).find((noun) => noun !== undefined);
    if (named !== undefined) throw notFound(named);
    throw new AppError('INVALID_REQUEST', {
      issues: issues.map((issue) => ({ ...issue, path: issue.path.replace(/^(query|body)\.?/, '') })),
    });
  }
}
