import type { FastifyInstance } from 'fastify';
import { createAvailabilityCache } from '../core/fleet/availability/availability-cache.ts';
import { publicAvailability } from '../core/fleet/availability/public-availability.ts';
import { openNotifications } from '../db/notifications.ts';
import { createKeyCache, type KeyCache } from '../core/ground/keys/key-cache.ts';
import type { Sql } from '../db/connect.ts';
import type { TestDatabase } from '../db/testing.ts';
import { endpoints } from './endpoints.ts';
import { createHttpServer, type HttpServerParts } from './server.ts';

type RestDoorOptions = Pick<HttpServerParts, 'clock' | 'log' | 'engines' | 'limits' | 'siteUrl'> & {
  readonly db: TestDatabase;
  /** Where availability is read from; default: the same database. */
  readonly sql?: Sql;
  /** Default: none. */
  readonly trustedProxies?: readonly string[];
};

/** A REST door for tests, with every endpoint; other doors can be mounted on its app. */
export interface TestRestDoor {
  readonly app: FastifyInstance;
  readonly keys: KeyCache;
  readonly availability: HttpServerParts['availability'];
  close(): Promise<void>;
}

export async function openRestDoor({ db, sql = db.sql, trustedProxies = [], ...parts }: RestDoorOptions): Promise<TestRestDoor> {
  const { clock, log } = parts;
  const notifications = openNotifications({ url: db.url, log });
  const keys = createKeyCache({ db, clock, log, notifications });
  const availability = createAvailabilityCache({ compute: (region) => publicAvailability(sql, clock, region), clock, log });
  const app = await createHttpServer({ ...parts, db, keys, endpoints, availability, trustedProxies });
  return {
    app,
    keys,
    availability,
    close: async () => {
      await app.close();
      await keys.close();
      await notifications.close();
    },
  };
}
