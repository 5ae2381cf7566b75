import type { Group, Method, Parts } from '@boreal/contract/api/endpoint.ts';
import type { ErrorCode, ErrorStatus } from '@boreal/contract/errors/errors.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import type { z } from 'zod';
import type { Permission } from '@boreal/contract/people/members.ts';
import type { OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { Ctx, CustomerCtx } from '../core/ground/ctx.ts';
import type { Engines } from '../engines/engines.ts';

/**
 * A bound row of the contract: what a door must know to check, run, answer and document it. `C` is the context that its operation needs: a
 * customer's by default.
 */
export interface Endpoint<C extends Ctx = CustomerCtx> {
  readonly method: Method;
  /** In Fastify's notation: `/servers/:id`. */
  readonly path: string;
  /** Requests per clock minute and client network. */
  readonly limit: number;
  readonly auth: 'key' | 'none';
  /** The permission that an operator's role, a signed-in person's, or that of a key's maker must include. Null: roles do not matter. */
  readonly needs: Permission | OperatorPermission | null;
  /** The endpoint adds a way to sign in: the person must have recently proved their identity. */
  readonly opensWayIn: boolean;
  /** The heading in the REST reference; `Console`: only the browser's door has the endpoint. */
  readonly group: Group;
  /** The operation's name in the OpenAPI document. */
  readonly name: string;
  readonly summary: string;
  /** The parts of the request. */
  readonly takes: Parts;
  /** The whole body of a successful answer. */
  readonly answer: z.ZodType;
  readonly status: 200 | 201;
  /** The answer contains something that is shown only once: it is never stored, and a repeated request does not get it again. */
  readonly tellsSecret: boolean;
  /** Expected errors besides those of every endpoint. */
  readonly errors: readonly ErrorCode[];
  /** Where an error's status here differs from its code's usual one. */
  readonly statuses: StatusesByCode;
  /** Answers contain sentences, which follow Accept-Language. */
  readonly speaks: boolean;
  /** The resource in the path: 404 unless the caller owns it, checked before the rest of the request. */
  readonly owns: ((ctx: C, id: string) => Promise<void>) | null;
  readonly work: Operation<C> | Document;
}

export type StatusesByCode = Readonly<Partial<Record<ErrorCode, ErrorStatus>>>;

/** An endpoint that runs an operation of core for a caller. */
export interface Operation<C extends Ctx = CustomerCtx> {
  readonly kind: 'operation';
  /** Reads the request. @throws INVALID_REQUEST, or NOT_FOUND for a path that can name nothing */
  readonly prepare: (request: RawRequest, tools: Tools) => Prepared<C>;
}

/** An endpoint that sends the same document to everybody. */
export interface Document {
  readonly kind: 'document';
  readonly source: keyof Documents;
  readonly cacheControl: string;
  /** Any web page may read it. */
  readonly crossOrigin: boolean;
}

export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: string | undefined;
  readonly contentType: string | undefined;
}

export interface Prepared<C extends Ctx = CustomerCtx> {
  /** The same text for equal requests. */
  fingerprint(): string;
  /** The whole response body. */
  readonly run: (ctx: C) => Promise<Answer>;
}

/** A success body, before its schema drops undeclared fields. */
export interface Answer {
  readonly data: unknown;
  readonly meta?: { readonly nextCursor: string | null };
}

/** What an operation needs besides the caller and the request. */
export interface Tools {
  readonly engines: Engines;
  readonly siteUrl: string;
  readonly locale: Locale;
}

/** A document's JSON text and its quoted tag. */
export interface ReadyDocument {
  readonly body: string;
  readonly etag: string;
}

/** A document ready to send: returned synchronously if it is in memory, and the same object until it changes. */
export interface DocumentSource {
  /**
   * `region`: which region's document, if every region has its own; by default the default region's. @throws INVALID_REQUEST no such region
   */
  get(region?: string): ReadyDocument | Promise<ReadyDocument>;
}

/** The documents that are the same for everybody. */
export interface Documents {
  readonly availability: DocumentSource;
  readonly openapi: DocumentSource;
}
