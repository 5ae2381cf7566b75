import type { Group, Method, Parts } from '@boreal/contract/api/endpoint.ts';
import type { ErrorCode, ErrorStatus } from '@boreal/contract/errors/errors.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import type { z } from 'zod';
import type { Permission } from '@boreal/contract/people/members.ts';
import type { OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { Ctx, CustomerCtx } from '../core/ground/ctx.ts';
import type { Engines } from '../engines/engines.ts';

/**
 * A row of the contract, bound: what a door must know to check, run, answer and document it. `C` is the context that its operation
 * needs: a customer's by default.
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
  /** It adds a way in: a person must have recently proved their identity. */
  readonly opensWayIn: boolean;
  /** The heading under which the REST reference lists it; `Console`: only the browser's door has it. */
  readonly group: Group;
  /** The operation's name in the OpenAPI document. */
  readonly name: string;
  readonly summary: string;
  /** What the request carries, by part. */
  readonly takes: Parts;
  /** The whole success body. */
  readonly answer: z.ZodType;
  readonly status: 200 | 201;
  /** The answer contains what is shown once: it is never stored, and a repetition does not get it again. */
  readonly tellsSecret: boolean;
  /** Expected refusals besides those of every endpoint. */
  readonly errors: readonly ErrorCode[];
  /** Where a refusal's status here differs from its code's usual one. */
  readonly statuses: StatusesByCode;
  /** Answers contain sentences, which follow Accept-Language. */
  readonly speaks: boolean;
  /** The resource in the path: 404 unless the caller owns it, before anything else is said about the request. */
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

/** An endpoint that sends a document that is the same for everybody. */
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
  /** Equal text for equal requests. */
  fingerprint(): string;
  /** The whole body of the answer. */
  readonly run: (ctx: C) => Promise<Answer>;
}

/** A success body, before its schema strips it. */
export interface Answer {
  readonly data: unknown;
  readonly meta?: { readonly nextCursor: string | null };
}

/** What an operation needs that is neither the caller's nor the request's. */
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

/** A document ready to be sent: returned synchronously when it is in memory, and the same object until it changes. */
export interface DocumentSource {
  /** `region`: of a document that every region has, whose; the default one's when omitted. @throws INVALID_REQUEST no such region */
  get(region?: string): ReadyDocument | Promise<ReadyDocument>;
}

/** The documents that are the same for everybody. */
export interface Documents {
  readonly availability: DocumentSource;
  readonly openapi: DocumentSource;
}
