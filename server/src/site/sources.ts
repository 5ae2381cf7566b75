import type { Incident } from '@boreal/contract/fleet/incidents.ts';
import { readCompany, type CompanyRow } from '../core/commerce/invoices/company.store.ts';
import { publicCatalog } from '../core/fleet/availability/public-catalog.ts';
import { publicPlaces } from '../core/fleet/availability/public-places.store.ts';
import { readIncidentHistory } from '../core/fleet/incidents/list-incidents.ts';
import { readStatus, type PublicStatus } from '../core/fleet/status/read-status.ts';
import type { Sql } from '../db/connect.ts';
import type { DocumentSource, Endpoint } from '../door/endpoint.ts';
import type { Engines } from '../engines/engines.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../kit/clock.ts';
import { keepAnswer } from '../kit/kept-answer.ts';
import type { Log } from '../kit/log.ts';
import { readApi, type Api } from './reference/read-api.ts';
import { shopOf, type Shop } from './shop.ts';

/** The pages' data, from memory: a crowd of visitors costs the database no more than one. */
export interface Sources {
  readonly shop: () => Promise<Shop>;
  /** Where servers are: the regions that have hosts. */
  readonly places: () => Promise<readonly string[]>;
  readonly status: () => Promise<PublicStatus>;
  /** What operators published in the last days. */
  readonly incidents: () => Promise<readonly Incident[]>;
  readonly company: () => Promise<CompanyRow>;
  readonly api: () => Promise<Api>;
}

export interface SourceParts {
  readonly db: Sql;
  readonly clock: Clock;
  readonly engines: Engines;
  readonly log: Log;
  /** The same that REST serves. */
  readonly availability: DocumentSource;
  readonly openapi: DocumentSource;
  /** REST's endpoints: the reference shows their limits. */
  readonly endpoints: readonly Pick<Endpoint, 'name' | 'limit'>[];
}

const RETRY_MS = 5 * SECOND_MS;
const STATUS_MS = 15 * SECOND_MS;

export function createSources(parts: SourceParts): Sources {
  const { db, clock, log } = parts;
  const kept = <T>(what: string, keepMs: number, compute: () => Promise<T>) =>
    keepAnswer({
      compute,
      clock,
      keepMs,
      retryMs: RETRY_MS,
      onStale: (error) => log.warn({ err: error }, `the site's ${what} could not be refreshed; the older one is shown`),
    });
  const catalog = kept('catalog', MINUTE_MS, () => publicCatalog(db, clock));
  const places = kept('places', MINUTE_MS, () => publicPlaces(db));
  const company = kept('company', MINUTE_MS, () => readCompany(db));
  const status = kept('status', STATUS_MS, () => readStatus(parts));
  const incidents = kept('incidents', STATUS_MS, () => readIncidentHistory(db, clock.now()));
  const limits = new Map(parts.endpoints.map(({ name, limit }) => [name, limit]));
  let api: Promise<Api> | undefined;
  return {
    shop: async () => shopOf(await catalog.get(), (await parts.availability.get()).body),
    places: async () => places.get(),
    company: async () => company.get(),
    status: async () => status.get(),
    incidents: async () => incidents.get(),
    api: () => (api ??= Promise.resolve(parts.openapi.get()).then(({ body }) => readApi(body, limits))),
  };
}
