import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { agentPermissions, type AgentPermission } from '@boreal/contract/agents/agents.ts';
import { buildDoors } from '../../server/src/start/build-doors.ts';
import { NO_CAPS } from '../../server/src/core/money/agents/agent-key.rules.ts';
import { createMcpKey } from '../../server/src/core/money/agents/create-mcp-key.ts';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { createCtx } from '../../server/src/core/create-ctx.ts';
import type { Ctx } from '../../server/src/core/ground/ctx.ts';
import { createKey } from '../../server/src/core/ground/keys/create-key.ts';
import { startCloud, type Cloud, type Customer } from '../../server/src/core/testing/cloud.ts';
import { createLimits } from '../../server/src/door/limits.ts';
import { mountWebhooks, providerWebhooks } from '../../server/src/http/provider-webhooks.ts';
import { DAY_MS, type Clock } from '../../server/src/kit/clock.ts';
import { noIdentities } from '../../server/src/identity/open-identities.ts';
import { openNotifications } from '../../server/src/db/notifications.ts';
import { createLog } from '../../server/src/kit/log.ts';
import { createStripePayments } from '../../server/src/payments/stripe/stripe-payments.ts';
import { WEBHOOK_SECRET } from '../../server/src/payments/stripe/testing/stripe-double.ts';
import { readApiDocument, type ApiDocument } from '../testing/api-document.ts';
import { save } from '../testing/walk-world.ts';
import { hirePeople, type People } from './people.ts';
import { listTargets, type Target } from './targets.ts';

const SECRET = 'a secret of the tests: forty-two characters';
export const SITE_URL = 'https://boreal.example';
/** The proxy whose X-Forwarded-For is trusted: each request may come from its own address. */
export const PROXY = '10.0.0.1';

/** Two accounts that must never see anything of each other. */
export const tenants = ['alice', 'bob'] as const;
export type Tenant = (typeof tenants)[number];

/** Part of the names of everything that an account has; nobody else's answer may contain it. */
export const canary = (tenant: Tenant): string => `canary-of-${tenant}`;

/** The whole product on one Fastify, with two customers, their people and keys, on a clock that only the steps move. */
export interface FuzzWorld {
  readonly cloud: Cloud;
  /** As the doors have it: it writes the log. */
  readonly ctx: Ctx;
  readonly app: FastifyInstance;
  readonly document: ApiDocument;
  /** Everything that can be requested. */
  readonly targets: readonly Target[];
  readonly customers: Readonly<Record<Tenant, Customer>>;
  readonly people: People;
  /** What the steps refer to by name: ids, keys, cookies. */
  readonly known: Map<string, string>;
  /** What was logged since the last look. */
  readonly logged: string[];
  /** Replaces keys that were revoked or have expired. */
  renewKeys(): Promise<void>;
  close(): Promise<void>;
}

const HOSTS = { l4: [8, 4], 'h100-sxm': [8], l40s: [1] };

export async function openFuzzWorld(): Promise<FuzzWorld> {
  const cloud = await startCloud({ hosts: HOSTS });
  const logged: string[] = [];
  const log = createLog('info', { write: (line) => void logged.push(line) });
  // Sessions live in real time, and the library that keeps them knows no other.
  const clock: Clock = { now: () => cloud.clock.now(), wall: () => new Date(), scale: 1 };
  const ctx: Ctx = { ...createCtx({ db: cloud.db, clock, log }), random: () => 0 };
  const closers: (() => Promise<unknown>)[] = [];
  const notifications = openNotifications({ url: cloud.db.url, log });
  closers.push(() => notifications.close());
  const app = await buildDoors(
    {
      ctx,
      engines: cloud.engines,
      payments: cloud.payments,
      isFenced: async () => false,
      notifications,
      // Minutes pass when the steps move the clock, so that a run can be repeated.
      limits: createLimits({ clock: cloud.clock, log }),
      secret: SECRET,
      siteUrl: SITE_URL,
      securityContact: 'mailto:security@boreal.example',
      trustedProxies: [PROXY, '127.0.0.1'],
      identities: noIdentities,
    },
    closers,
  );
  const webhooks = providerWebhooks(ctx, stripeLike(cloud), { isFenced: async () => false });
  if (webhooks) await mountWebhooks(app, webhooks);
  await app.ready();
  const document = readApiDocument((await app.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json());

  const known = new Map<string, string>();
  const customers = { alice: await openAccount('alice', { cloud, ctx, known }), bob: await openAccount('bob', { cloud, ctx, known }) };
  const people = await hirePeople({
    ctx,
    app,
    known,
    accounts: { alice: customers.alice.ctx.accountId, bob: customers.bob.ctx.accountId },
  });
  await rememberPlace(ctx, known);
  logged.length = 0;
  const secrets = { current: SECRET, before: null };
  return {
    cloud,
    ctx,
    app,
    document,
    targets: listTargets({
      payments: cloud.payments,
      proof: { limits: createLimits({ clock: cloud.clock, log: ctx.log }), secrets },
    }),
    customers,
    people,
    known,
    logged,
    renewKeys: async () => {
      for (const tenant of tenants) await makeKeys(tenant, { ctx, known, accountId: customers[tenant].ctx.accountId });
    },
    close: async () => {
      await app.close();
      for (const close of closers.reverse()) await close();
      await cloud.close();
    },
  };
}

/** The sandbox's charges, reported by messages that are signed as Stripe signs them: the sandbox itself posts none. */
function stripeLike({ payments }: Cloud) {
  const { readWebhook } = createStripePayments({
    secretKey: 'sk_test_none',
    publishableKey: 'pk_test_none',
    webhookSecret: WEBHOOK_SECRET,
  });
  return { ...payments, name: 'stripe' as const, readWebhook };
}

/** An account that has one of everything, each named so that it is known wherever it appears. */
async function openAccount(
  tenant: Tenant,
  { cloud, ctx, known }: { cloud: Cloud; ctx: Ctx; known: Map<string, string> },
): Promise<Customer> {
  const customer = await cloud.customer('2000');
  const { accountId } = customer.ctx;
  await cloud.db.sql
    .updateTable('accounts')
    .set({ name: canary(tenant) })
    .where('id', '=', accountId)
    .execute();
  await cloud.db.sql
    .updateTable('sshKeys')
    .set({ name: canary(tenant) })
    .where('id', '=', customer.sshKeyId)
    .execute();
  await moveTo(customer, 'QC');
  const cardId = await giveCard(cloud, customer);
  const server = await customer.deploy('l4-x1', { name: `${canary(tenant)}-first` });
  await cloud.settle();
  const { backupId } = await save(customer, server);
  await cloud.settle();
  await makeKeys(tenant, { ctx, known, accountId });
  for (const [name, id] of Object.entries({ account: accountId, sshKey: customer.sshKeyId, card: cardId, server, backup: backupId })) {
    known.set(`${tenant}.${name}.id`, id);
  }
  return customer;
}

/** Keys of each kind, where there is none that works. */
async function makeKeys(
  tenant: Tenant,
  { ctx, known, accountId }: { ctx: Ctx; known: Map<string, string>; accountId: string },
): Promise<void> {
  const name = canary(tenant);
  const rest = (access: 'full' | 'read_only') => () => createKey(ctx, { accountId, access, name });
  const agent = (readOnly: boolean, permissions: AgentPermission[]) => () =>
    createMcpKey(ctx, { accountId, name, readOnly, permissions, caps: NO_CAPS, approvalAbove: null, stopAtCap: false });
  const kinds = {
    rest: rest('full'),
    'rest-reading': rest('read_only'),
    mcp: agent(false, [...agentPermissions]),
    'mcp-reading': agent(true, []),
    'mcp-bare': agent(false, []),
  };
  const soon = new Date(ctx.clock.now().getTime() + 7 * DAY_MS);
  for (const [kind, make] of Object.entries(kinds)) {
    const id = known.get(`${tenant}.${kind}.id`) ?? 'none';
    const query = ctx.db.sql
      .selectFrom('apiKeys')
      .select('id')
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', soon);
    if (await query.executeTakeFirst()) continue;
    const key = await make();
    known.set(`${tenant}.${kind}`, key.text);
    known.set(`${tenant}.${kind}.id`, key.id);
  }
}

/** The ids of what the place is made of, for operators. */
async function rememberPlace(ctx: Ctx, known: Map<string, string>): Promise<void> {
  const hosts = await ctx.db.sql.selectFrom('hosts').select(['id', 'poolId']).orderBy('name').execute();
  for (const [n, { id, poolId }] of hosts.entries()) {
    known.set(`place.host${n}.id`, id);
    known.set(`place.pool${n}.id`, poolId);
  }
  assert.ok(hosts.length > 0);
}
