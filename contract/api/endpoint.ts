import { z } from 'zod';
import type { ErrorCode, ErrorStatus } from '../errors/errors.ts';
import type { Permission } from '../people/members.ts';
import type { OperatorPermission } from '../operator/roles.ts';
import type { PageQuery } from './pages.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * What an endpoint concerns, and so who may call it: members of an account and, over REST, its keys; a signed-in person, for themselves;
 * operators; anybody.
 */
export type Scope = 'account' | 'person' | 'operator' | 'public';

/** The heading in the REST reference; `Console`: only the browser's door has the endpoint. */
export type Group =
  | 'Catalog, prices, availability'
  | 'Servers'
  | 'Firewall'
  | 'Backups'
  | 'SSH keys'
  | 'Billing and account'
  | 'Discovery'
  | 'Console';

type Path = `/${string}`;

/** The parts of a request. */
export interface Parts {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
}
type Shape = Parts & z.ZodRawShape;
type PagedShape = Shape & { readonly query: z.ZodType<PageQuery> };

/** The permissions that a scope's roles can have. */
type NeedsOf<S extends Scope> = S extends 'account' ? Permission : S extends 'operator' ? OperatorPermission : null;

/** What every row declares, whatever its input and answer. */
interface Facts<S extends Scope> {
  readonly scope: S;
  readonly group: Group;
  readonly summary: string;
  /** Requests per clock minute and client network. */
  readonly limit: number;
  /** The permission that an operator's role, a signed-in person's, or that of a key's maker must include. Null: roles do not matter. */
  readonly needs: NeedsOf<S>;
  /** The endpoint adds a way to sign in, or releases all data: the person must have recently proved their identity. */
  readonly opensWayIn?: true;
  /** Expected errors besides those of every endpoint. */
  readonly errors?: readonly ErrorCode[];
  /** Where an error's status here differs from its code's usual one. */
  readonly statuses?: Readonly<Partial<Record<ErrorCode, ErrorStatus>>>;
  /** Answers contain sentences, which follow Accept-Language. */
  readonly speaks?: true;
  /** The server that the path's `:id` names: 404 unless the caller owns it, checked before the rest of the request. */
  readonly owns?: 'live server' | 'deleted server too';
}

/** The shape of a successful body: `{data}`; a paged list; an object with a paged list inside. */
export type Kind = 'object' | 'list' | 'paged object';

/** One row of the specification's tables: everything about an endpoint except the operation that a server binds to it. */
export interface EndpointRow<
  K extends Kind = Kind,
  M extends Method = Method,
  P extends string = string,
  S extends Scope = Scope,
  T extends Parts = Parts,
  D extends z.ZodType = z.ZodType,
> extends Facts<S> {
  readonly kind: K;
  readonly method: M;
  /** In Fastify's notation, relative to where the door mounts the scope: `/servers/:id`. */
  readonly path: P;
  readonly takes: T;
  /** The `data` of a successful answer. */
  readonly data: D;
  readonly status: 200 | 201;
}

/** A document that is the same for everybody, sent unchanged. */
export interface DocumentRow extends Pick<Facts<Scope>, 'group' | 'summary' | 'limit' | 'errors'> {
  readonly kind: 'document';
  readonly method: 'GET';
  readonly path: string;
  readonly auth: 'key' | 'none';
  /** Selects one of several documents, such as that of a region. */
  readonly takes?: { readonly query: z.ZodType<{ region?: string | undefined }> };
  /** The whole response body. */
  readonly answer: z.ZodType;
}

/** Any row of a table. */
export type AnyRow = EndpointRow | DocumentRow;

/** What the rows of a table share. */
type Shared<S extends Scope> = Omit<Facts<S>, 'summary'>;
/** What a row adds to its table's facts, or overrides. */
type Own<S extends Scope> = Partial<Omit<Facts<S>, 'scope' | 'group' | 'summary'>>;

/**
 * Makes the rows of a table: `read.get('/servers/:id', 'One server', { takes: { params }, data: ServerDetail })`, where `read =
 * endpointRows({ scope: 'account', group: 'Servers', needs: 'servers.read', limit: 30 })`.
 */
export function endpointRows<S extends Scope>(shared: Shared<S>) {
  return {
    get: objectRow(shared, 'GET'),
    post: objectRow(shared, 'POST'),
    put: objectRow(shared, 'PUT'),
    delete: objectRow(shared, 'DELETE'),
    /** A GET that answers `{data: [...]}`, paged on request. */
    list: <const P extends Path, T extends PagedShape, E extends z.ZodType>(
      path: P,
      summary: string,
      { of, ...own }: Own<S> & { takes: T; of: E },
    ): EndpointRow<'list', 'GET', P, S, T, z.ZodArray<E>> => ({
      ...shared,
      ...own,
      kind: 'list',
      method: 'GET',
      path,
      summary,
      status: 200,
      data: z.array(of),
    }),
    /** A GET that answers `{data: {...}}` with a list inside, paged on request. */
    pagedObject: <const P extends Path, T extends PagedShape, D extends z.ZodType>(
      path: P,
      summary: string,
      own: Own<S> & { takes: T; data: D },
    ): EndpointRow<'paged object', 'GET', P, S, T, D> => ({
      ...shared,
      ...own,
      kind: 'paged object',
      method: 'GET',
      path,
      summary,
      status: 200,
    }),
  };
}

/** Makes endpoints that answer `{data}`. */
function objectRow<S extends Scope, M extends Method>(shared: Shared<S>, method: M) {
  return <const P extends Path, T extends Shape, D extends z.ZodType>(
    path: P,
    summary: string,
    own: Own<S> & { takes: T; data: D; status?: 201 },
  ): EndpointRow<'object', M, P, S, T, D> => ({ kind: 'object', status: 200, ...shared, ...own, method, path, summary });
}

/** A GET that sends the same document to everybody, with or without a key. */
export function document(path: Path, row: Omit<DocumentRow, 'kind' | 'method' | 'path'>): DocumentRow {
  return { kind: 'document', method: 'GET', path, ...row };
}
