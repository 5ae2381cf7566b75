import { hash } from 'node:crypto';
import { selectRegions } from '../../core/money/catalog/regions/regions.store.ts';
import type { Sql } from '../../db/connect.ts';
import type { DocumentSource, Endpoint, ReadyDocument } from '../../door/endpoint.ts';
import { MINUTE_MS, type Clock } from '../../kit/clock.ts';
import { keepAnswer } from '../../kit/kept-answer.ts';
import type { Log } from '../../kit/log.ts';
import { describeApi, firstRegions, type ServedRegions } from './describe-api.ts';

/** The document's regions are re-read at most this often. */
const KEEP_MS = MINUTE_MS;
const RETRY_MS = 5000;

export interface OpenapiParts {
  readonly siteUrl: string;
  readonly endpoints: readonly Endpoint[];
  readonly db: Sql;
  readonly clock: Pick<Clock, 'wall'>;
  readonly log?: Pick<Log, 'warn'>;
}

/** The OpenAPI document as text: built at the first request, and again when the operator changes the regions. */
export function openapiSource({ siteUrl, endpoints, db, clock, log }: OpenapiParts): DocumentSource {
  let made: { readonly of: string; readonly document: ReadyDocument } | undefined;
  return keepAnswer({
    compute: async () => {
      const regions = await servedRegions(db).catch((error: unknown) => {
        if (made) throw error;
        // The reference can be read even if the database is down at the first request.
        return firstRegions;
      });
      const of = JSON.stringify(regions);
      if (made?.of !== of) made = { of, document: await make({ siteUrl, endpoints, regions }) };
      return made.document;
    },
    clock,
    keepMs: KEEP_MS,
    retryMs: RETRY_MS,
    onStale: (error) => log?.warn({ err: error }, 'the regions could not be read; the older OpenAPI document is served'),
  });
}

async function servedRegions(db: Sql): Promise<ServedRegions> {
  const regions = await selectRegions(db);
  return { ids: regions.map(({ id }) => id), defaultId: regions.find(({ isDefault }) => isDefault)?.id ?? '' };
}

async function make(parts: Parameters<typeof describeApi>[0]): Promise<ReadyDocument> {
  const body = JSON.stringify(await describeApi(parts));
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
}
