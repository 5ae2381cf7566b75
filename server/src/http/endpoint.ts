import type { ErrorCode, ErrorStatus } from '@boreal/contract/errors.ts';
import type { Locale } from '@boreal/contract/messages.ts';
import type { z } from 'zod';
import type { CustomerCtx } from '../core/ctx.ts';
import type { Engine } from '../engines/engine.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Group = 'Catalog, prices, availability' | 'Servers' | 'Firewall' | 'Backups' | 'SSH keys' | 'Billing and account' | 'Discovery';

/** One row of the specification's tables: what the door must know to check, run, answer and document it. */
export interface Endpoint {
  readonly method: Method;
  /** As Fastify writes it: `/servers/:id`. */
  readonly path: string;
  /** Requests per clock minute and client network. */
  readonly limit: number;
  readonly auth: 'key' | 'none';
  readonly group: Group;
  /** The operation's name in the OpenAPI document. */
  readonly name: string;
  readonly summary: string;
  /** What the request carries, by part. */
  readonly takes: Parts;
  /** The whole success body. */
  readonly answer: z.ZodType;
  readonly status: 200 | 201;
  /** Foreseen refusals besides those every endpoint has. */
  readonly errors: readonly ErrorCode[];
  /** Where a refusal has another status here than its code has elsewhere. */
  readonly statuses: StatusesByCode;
  /** Answers holds sentences, which follow Accept-Language. */
  readonly speaks: boolean;
  /** The resource in the path: 404 unless the caller owns it, before anything else is said of the request. */
  readonly owns: ((ctx: CustomerCtx, id: string) => Promise<void>) | null;
  readonly work: Operation | Document;
}

export type StatusesByCode = Readonly<Partial<Record<ErrorCode, ErrorStatus>>>;

export interface Parts {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
}

/** An endpoint that runs an operation of the core for a caller. */
export interface Operation {
  readonly kind: 'operation';
  /** Reads the request. @throws INVALID_REQUEST, or NOT_FOUND for a path that can name nothing */
  prepare(request: RawRequest, tools: Tools): Prepared;
}

/** An endpoint that sends a document which is the same for everybody. */
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

export interface Prepared {
  /** The same text for the same request. */
  fingerprint(): string;
  /** The whole body of the answer. */
  run(ctx: CustomerCtx): Promise<Answer>;
}

/** A success body, before its schema has stripped it. */
export interface Answer {
  readonly data: unknown;
  readonly meta?: { readonly nextCursor: string | null };
}

/** What an operation needs that is neither the caller's nor the request's. */
export interface Tools {
  readonly engine: Engine;
  readonly siteUrl: string;
  readonly locale: Locale;
}

/** Where a document is kept ready: its JSON text and its quoted tag; the same object until it changes. */
export interface DocumentSource {
  get(): Promise<{ readonly body: string; readonly etag: string }>;
}

/** The documents that are the same for everybody. */
export interface Documents {
  readonly availability: DocumentSource;
  readonly openapi: DocumentSource;
}
