import { z } from 'zod';
import type { ErrorCode, ErrorStatus } from './errors.ts';
import type { Permission } from './members.ts';
import type { PageQuery } from './pages.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Whose matters an endpoint is about, and so who may ask: members of an account and, over REST, its keys; somebody who has
 * signed in, about themselves; operators; anybody.
 */
export type Scope = 'account' | 'person' | 'operator' | 'public';

/** Under which heading the REST reference tells it; `Console`: only the browser's door has it. */
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

/** What a request carries, by part. */
export interface Parts {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
}
type Shape = Parts & z.ZodRawShape;
type PagedShape = Shape & { readonly query: z.ZodType<PageQuery> };

/** What every row says, whatever it takes and answers. */
interface Facts<S extends Scope> {
  readonly scope: S;
  readonly group: Group;
  readonly summary: string;
  /** Requests per clock minute and client network. */
  readonly limit: number;
  /** What the role of a signed-in person, or of a key's maker, must allow. Null: not a matter of roles. */
  readonly needs: S extends 'account' ? Permission : null;
  /** It opens another way in: a person must have proven lately that it is them. */
  readonly opensWayIn?: true;
  /** Foreseen refusals besides those every endpoint has. */
  readonly errors?: readonly ErrorCode[];
  /** Where a refusal has another status here than its code has elsewhere. */
  readonly statuses?: Readonly<Partial<Record<ErrorCode, ErrorStatus>>>;
  /** Answers hold sentences, which follow Accept-Language. */
  readonly speaks?: true;
  /** Which server the path's `:id` names: 404 unless the caller owns it, before anything else is said of the request. */
  readonly owns?: 'live server' | 'deleted server too';
}

/** How the body of a success is made: `{data}`; a list page by page; an object with a list inside, page by page. */
export type Kind = 'object' | 'list' | 'paged object';

/** One row of the specification's tables: all there is to an endpoint but the operation that a server binds to it. */
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
  /** As Fastify writes it, below where its door has its scope: `/servers/:id`. */
  readonly path: P;
  readonly takes: T;
  /** The `data` of a success. */
  readonly data: D;
  readonly status: 200 | 201;
}

/** A document that is the same for everybody, sent as it is. */
export interface DocumentRow extends Pick<Facts<Scope>, 'group' | 'summary' | 'limit'> {
  readonly kind: 'document';
  readonly method: 'GET';
  readonly path: string;
  readonly auth: 'key' | 'none';
  /** The whole body. */
  readonly answer: z.ZodType;
}

/** Whatever a table of rows holds. */
export type AnyRow = EndpointRow | DocumentRow;

/** An endpoint that answers `{data}`. */
export function endpoint<const M extends Method, const P extends Path, S extends Scope, T extends Shape, D extends z.ZodType>(
  method: M,
  path: P,
  row: Facts<S> & { takes: T; data: D; status?: 201 },
): EndpointRow<'object', M, P, S, T, D> {
  return { kind: 'object', method, path, status: 200, ...row };
}

/** A GET that answers `{data: [...]}`, page by page when asked so. */
export function list<const P extends Path, S extends Scope, T extends PagedShape, E extends z.ZodType>(
  path: P,
  { of, ...row }: Facts<S> & { takes: T; of: E },
): EndpointRow<'list', 'GET', P, S, T, z.ZodArray<E>> {
  return { ...row, kind: 'list', method: 'GET', path, status: 200, data: z.array(of) };
}

/** A GET that answers `{data: {...}}` with a list inside, page by page when asked so. */
export function pagedObject<const P extends Path, S extends Scope, T extends PagedShape, D extends z.ZodType>(
  path: P,
  row: Facts<S> & { takes: T; data: D },
): EndpointRow<'paged object', 'GET', P, S, T, D> {
  return { kind: 'paged object', method: 'GET', path, status: 200, ...row };
}

/** A GET that sends a document which is the same for everybody, with or without a key. */
export function document(path: Path, row: Omit<DocumentRow, 'kind' | 'method' | 'path'>): DocumentRow {
  return { kind: 'document', method: 'GET', path, ...row };
}
