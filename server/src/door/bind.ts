import { answerOf } from '@boreal/contract/api/answer.ts';
import type { AnyRow, DocumentRow, EndpointRow, Parts, Scope } from '@boreal/contract/api/endpoint.ts';
import type { PageQuery } from '@boreal/contract/api/pages.ts';
import { tellsSecret } from '@boreal/contract/values/secret-text.ts';
import type { z } from 'zod';
import type { Ctx, CustomerCtx } from '../core/ground/ctx.ts';
import type { Page } from '../core/ground/page.ts';
import type { Answer, Document, Endpoint, Tools } from './endpoint.ts';
import { ownServer, ownServerDeletedToo } from './own-server.ts';
import { pageMeta, pageOf } from './pages.ts';
import type { OperatorCtx } from './operator-ctx.ts';
import type { PersonCtx } from './person-ctx.ts';
import { requestReader } from './read-request.ts';

/** The context that each scope's operations receive. */
interface Contexts extends Record<Scope, Ctx> {
  account: CustomerCtx;
  person: PersonCtx;
  operator: OperatorCtx;
}

type Rows = Readonly<Record<string, AnyRow>>;
type ContextOf<T extends Rows> = Contexts[T[keyof T] extends DocumentRow ? 'account' : Extract<T[keyof T], EndpointRow>['scope']];

/** What a row is bound to: an operation to run, or a document to send. */
type BoundTo<R extends AnyRow> = R extends EndpointRow
  ? (ctx: Contexts[R['scope']], request: Read<R['takes']>, tools: Tools) => Promise<ResultOf<R>>
  : Omit<Document, 'kind'>;
type Read<T extends Parts> = { readonly [N in keyof T]: T[N] extends z.ZodType ? z.output<T[N]> : never };

/** A list either does its own paging or returns a short list whole; the door adds the envelope. */
type ResultOf<R extends EndpointRow> = R['kind'] extends 'list'
  ? Page<Element<z.output<R['data']>>> | readonly (Element<z.output<R['data']>> & { id: string })[]
  : R['kind'] extends 'paged object'
    ? { data: z.output<R['data']>; nextCursor: string | null }
    : z.output<R['data']>;
type Element<L> = L extends readonly (infer E)[] ? E : never;

/** For the implementation only; the public signature says which row takes which operation. */
interface Loose {
  operation(ctx: Ctx, request: object, tools: Tools): Promise<unknown>;
}
interface LooselyOwned {
  own(ctx: Ctx, id: string): Promise<void>;
}
type LooselyBound = Loose['operation'] | Omit<Document, 'kind'>;

/** Binds every row of a contract's table, by name and in this order. A missing binding does not compile. */
export function bind<T extends Rows>(rows: T, bound: { readonly [N in keyof T]: BoundTo<T[N]> }): Endpoint<ContextOf<T>>[];
export function bind(rows: Rows, bound: Readonly<Record<string, LooselyBound>>): Endpoint<Ctx>[] {
  return Object.entries(bound).map(([name, work]) => {
    const row = rows[name];
    if (row?.kind === 'document' && typeof work !== 'function') return boundDocument(name, row, work);
    if (row !== undefined && row.kind !== 'document' && typeof work === 'function') return boundOperation(name, row, work);
    throw new Error(`the contract has no row ${name} for what is bound to it`);
  });
}

function boundDocument(name: string, row: DocumentRow, document: Omit<Document, 'kind'>): Endpoint<Ctx> {
  return {
    ...row,
    name,
    status: 200,
    takes: row.takes ?? {},
    needs: null,
    opensWayIn: false,
    tellsSecret: false,
    errors: row.errors ?? [],
    statuses: {},
    speaks: false,
    owns: null,
    work: { kind: 'document', ...document },
  };
}

function boundOperation(name: string, row: EndpointRow, run: Loose['operation']): Endpoint<Ctx> {
  const answer = answerOf(row);
  const read = requestReader(row);
  return {
    ...row,
    name,
    answer,
    auth: 'key',
    opensWayIn: row.opensWayIn ?? false,
    tellsSecret: tellsSecret(answer),
    errors: row.errors ?? [],
    statuses: row.statuses ?? {},
    speaks: row.speaks ?? false,
    owns: row.owns ? owners[row.owns].own : null,
    work: {
      kind: 'operation',
      prepare: (raw, tools) => {
        const { request, page } = read(raw);
        return {
          fingerprint: () => JSON.stringify(request),
          run: async (ctx) => answerWith(row, await run(ctx, request, tools), page),
        };
      },
    },
  };
}

/** What the caller of an endpoint must own. */
const owners: Readonly<Record<NonNullable<EndpointRow['owns']>, LooselyOwned>> = {
  'live server': { own: ownServer },
  'deleted server too': { own: ownServerDeletedToo },
};

/** The body of a successful answer, from the operation's result. */
function answerWith({ kind }: EndpointRow, found: unknown, query: PageQuery): Answer {
  if (kind === 'object') return { data: found };
  if (Array.isArray(found)) return listed(pageOf(found, query), query);
  if (isPage(found)) return listed(found, query);
  if (!isPagedObject(found)) throw new Error('an operation of a list has answered no list');
  return { data: found.data, ...pageMeta(query, found.nextCursor) };
}

function listed({ items, nextCursor }: Page<unknown>, query: PageQuery): Answer {
  return { data: items, ...pageMeta(query, nextCursor) };
}

function isPage(found: unknown): found is Page<unknown> {
  return typeof found === 'object' && found !== null && 'items' in found && 'nextCursor' in found;
}

function isPagedObject(found: unknown): found is { data: unknown; nextCursor: string | null } {
  return typeof found === 'object' && found !== null && 'data' in found && 'nextCursor' in found;
}
