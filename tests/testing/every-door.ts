import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { createAgentCallLog, type AgentCallLog } from '../../server/src/core/money/agents/agent-call-log.ts';
import { createAvailabilityCache } from '../../server/src/core/fleet/availability/availability-cache.ts';
import { publicAvailability } from '../../server/src/core/fleet/availability/public-availability.ts';
import { endpoints } from '../../server/src/http/endpoints.ts';
import { openapiSource } from '../../server/src/http/openapi/openapi-source.ts';
import { mountWebhooks, providerWebhooks } from '../../server/src/http/provider-webhooks.ts';
import type { Log } from '../../server/src/kit/log.ts';
import { mcpDoor } from '../../server/src/mcp/mcp-door.ts';
import { createStripePayments } from '../../server/src/payments/stripe/stripe-payments.ts';
import { DOUBLE_KEYS, startStripeDouble } from '../../server/src/payments/stripe/testing/stripe-double.ts';
import { publicSite } from '../../server/src/site/public-site.ts';
import { serialConsole } from '../../server/src/web/serial-console/serial-console.ts';
import { openWebCloud, type WebCloud } from '../../server/src/web/testing.ts';

/** Everything that people, programs and providers come by, as wire.ts mounts it, on one port. */
export interface EveryDoor {
  readonly web: WebCloud;
  readonly routes: readonly Route[];
  close(): Promise<void>;
}

export interface Route {
  readonly method: string;
  /** As Fastify writes it: `/servers/:id`. */
  readonly path: string;
}

export async function openEveryDoor(options: { siteUrl?: string; log?: Log } = {}): Promise<EveryDoor> {
  const double = await startStripeDouble();
  let calls: AgentCallLog | null = null;
  let routes: readonly Route[] = [];
  const web = await openWebCloud({
    ...options,
    beside: async (app, { keys, limits, ...parts }, cloud) => {
      const { siteUrl, log, engines, db, clock } = parts;
      const ctx = { ...cloud.ctx, log };
      calls = createAgentCallLog(parts);
      const take = ({ client, ...call }: { operation: string; limit: number; client: string }) => limits.take({ ...call, ip: client });
      await mcpDoor(app, { ...parts, keys, payments: cloud.payments, calls, limits: { take } });
      serialConsole(app, { ctx, engines, siteUrl });
      const stripe = createStripePayments({ ...DOUBLE_KEYS, server: double });
      const webhooks = providerWebhooks(ctx, stripe, { isFenced: async () => false });
      assert.ok(webhooks);
      await mountWebhooks(app, webhooks);
      const availability = createAvailabilityCache({ compute: (region) => publicAvailability(db.sql, clock, region), clock, log });
      await publicSite(app, {
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
      });
      await app.ready();
      routes = routesOf(app);
    },
  });
  return {
    web,
    routes,
    close: async () => {
      await web.close();
      await calls?.close();
      await double.close();
    },
  };
}

/** Reads the tree of routes that Fastify prints: each branch stands four columns further right, and says what its path goes on with. */
function routesOf(app: FastifyInstance): Route[] {
  const path: string[] = [];
  return app
    .printRoutes({ commonPrefix: true })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
      if (part === '') return [];
      path.splice(indent.length / 4, Infinity, part);
      return methods === '' ? [] : methods.split(', ').map((method) => ({ method, path: path.join('') }));
    });
}
