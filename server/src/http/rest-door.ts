import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createCtx } from '../core/create-ctx.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import type { KeyRecord } from '../core/ground/keys/keys.store.ts';
import type { Database } from '../db/connect.ts';
import type { Documents, DocumentSource, Endpoint } from '../door/endpoint.ts';
import { mountOperation, type OperationParts, speakAsDoor } from '../door/mount-operation.ts';
import type { Engines } from '../engines/engines.ts';
import type { Log } from '../kit/log.ts';
import type { Traces } from '../kit/traces.ts';
import { mountDocument } from './documents.ts';
import { CALLER, gate, type GateParts } from './gate.ts';
import { openapiSource } from './openapi/openapi-source.ts';

/** Where the REST door is mounted: `{base_url}` is `{site_url}` plus this. */
export const BASE_PATH = '/api';

export interface RestDoorParts extends GateParts {
  readonly db: Database;
  readonly log: Log;
  readonly engines: Engines;
  readonly traces?: Traces | null | undefined;
  readonly availability: DocumentSource;
  /** The table of endpoints: `endpoints` of endpoints.ts, or a test's own. */
  readonly endpoints: readonly Endpoint[];
}

/** Mounts the REST API on a Fastify, under `/api`. */
export async function restDoor(app: FastifyInstance, parts: RestDoorParts): Promise<void> {
  const { endpoints } = parts;
  const documents: Documents = { availability: parts.availability, openapi: openapiSource({ ...parts, db: parts.db.sql }) };
  const base = createCtx(parts);
  const operations: OperationParts<CustomerCtx> = {
    ...parts,
    gate: (endpoint) => gate(endpoint, parts),
    ctxOf: (request) => customerCtx(base, request),
    keyHolder: (ctx) => ctx.accountId,
  };
  await app.register(
    async (rest) => {
      rest.decorateRequest(CALLER, null);
      speakAsDoor(rest, parts);
      for (const endpoint of endpoints) {
        const { work } = endpoint;
        if (work.kind === 'document') mountDocument(rest, endpoint, work, { ...parts, source: documents[work.source] });
        else mountOperation(rest, endpoint, work, operations);
      }
    },
    { prefix: BASE_PATH },
  );
}

function customerCtx(base: ReturnType<typeof createCtx>, request: FastifyRequest): CustomerCtx | null {
  const key = request.getDecorator<KeyRecord | null>(CALLER);
  if (key === null) return null;
  const actor = { type: 'api_key', id: key.id, name: key.name } as const;
  return { ...base, actor, door: 'rest', address: request.ip, requestId: request.id, accountId: key.accountId };
}
