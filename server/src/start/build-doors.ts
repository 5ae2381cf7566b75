import type { FastifyInstance } from 'fastify';
import { createAgentCallLog } from '../core/money/agents/agent-call-log.ts';
import { createAvailabilityCache } from '../core/fleet/availability/availability-cache.ts';
import { publicAvailability } from '../core/fleet/availability/public-availability.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { createKeyCache } from '../core/ground/keys/key-cache.ts';
import type { Notifications } from '../db/notifications.ts';
import type { Limits } from '../door/limits.ts';
import type { Engines } from '../engines/engines.ts';
import { endpoints } from '../http/endpoints.ts';
import { openapiSource } from '../http/openapi/openapi-source.ts';
import { providerWebhooks } from '../http/provider-webhooks.ts';
import { createHttpServer } from '../http/server.ts';
import type { Identities } from '../identity/port.ts';
import { mcpDoor } from '../mcp/mcp-door.ts';
import type { RequireClock } from '../kit/clock-comparison.ts';
import type { Measures } from '../kit/measures.ts';
import type { Payments } from '../payments/port.ts';
import { publicSite } from '../site/public-site.ts';
import { serialConsole } from '../web/serial-console/serial-console.ts';
import { webDoor } from '../web/web-door.ts';

export interface DoorsParts {
  readonly ctx: Ctx;
  readonly engines: Engines;
  readonly payments: Payments;
  /** Whether this database is a copy, fenced from an engine that a newer one drives. */
  readonly isFenced: () => Promise<boolean>;
  readonly notifications: Notifications;
  readonly limits: Limits;
  readonly measures?: Measures | undefined;
  /** Signs cookies and links. */
  readonly secret: string;
  readonly secretBefore?: string | null;
  readonly siteUrl: string;
  readonly trustedProxies: readonly string[];
  readonly drainMs?: number;
  /** Throws while this process's clock is too wrong to serve anybody; absent: the clock is trusted. */
  readonly requireClock?: RequireClock;
  /** Addresses and networks whose traces requests continue. */
  readonly traceCallers?: readonly string[];
  readonly securityContact: string | null;
  /** The providers people may sign in with. */
  readonly identities: Identities;
}

/** Every HTTP door of Boreal on one Fastify that does not listen yet. Adds what must be closed to `closers`. */
export async function buildDoors(parts: DoorsParts, closers: (() => Promise<unknown>)[]): Promise<FastifyInstance> {
  const { ctx, engines, payments, limits, siteUrl } = parts;
  const { db, clock, log, traces } = ctx;
  const keys = createKeyCache({ db, clock, log, notifications: parts.notifications });
  closers.push(() => keys.close());
  const availability = createAvailabilityCache({ compute: (region) => publicAvailability(db.sql, clock, region), clock, log });
  const server = await createHttpServer({
    endpoints,
    db,
    clock,
    log,
    keys,
    engines,
    availability,
    limits,
    webhooks: providerWebhooks(ctx, payments, { isFenced: parts.isFenced, measures: parts.measures }),
    siteUrl,
    trustedProxies: parts.trustedProxies,
    drainMs: parts.drainMs,
    requireClock: parts.requireClock,
    measures: parts.measures,
    traces,
    ...(parts.traceCallers && { traceCallers: parts.traceCallers }),
  });
  await webDoor(server, {
    db,
    clock,
    log,
    traces,
    rules: ctx.rules,
    databaseCopies: ctx.databaseCopies,
    engines,
    payments,
    limits,
    siteUrl,
    secret: parts.secret,
    secretBefore: parts.secretBefore,
    identities: parts.identities,
  });
  const calls = createAgentCallLog({ db, log });
  closers.push(() => calls.close());
  await mcpDoor(server, {
    db,
    clock,
    log,
    traces,
    keys,
    engines,
    payments,
    calls,
    limits: { take: ({ client, ...call }) => limits.take({ ...call, ip: client }) },
    siteUrl,
  });
  serialConsole(server, { ctx, engines, siteUrl, trustedProxies: parts.trustedProxies });
  await publicSite(server, {
    base: ctx,
    db: db.sql,
    clock,
    log,
    engines,
    limits,
    availability,
    openapi: openapiSource({ siteUrl, endpoints, db: db.sql, clock, log }),
    endpoints,
    siteUrl,
    securityContact: parts.securityContact,
  });
  return server;
}
