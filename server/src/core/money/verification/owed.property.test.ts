import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentPermissions } from '@boreal/contract/agents/agents.ts';
import fc from 'fast-check';
import { addMs, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { createServer } from '../../fleet/lifecycle/create/create-server.ts';
import { restoreServer } from '../../fleet/lifecycle/change/restore-server.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { setHostState } from '../../fleet/capacity/hosts/set-host-state.ts';
import { setPlanFlags } from '../prices/set-plan-flags.ts';
import { setPrice } from '../prices/set-price.ts';
import { withdrawPrice } from '../prices/withdraw-price.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { NO_CAPS } from '../agents/agent-key.rules.ts';
import { createMcpKey } from '../agents/create-mcp-key.ts';
import { setAccountBudget } from '../budgets/set-account-budget.ts';
import { setServerBudget } from '../../fleet/servers/set-server-budget.ts';
import { verifyLedger } from './verify-ledger.ts';

const CAD = 1_000_000n;
/** One that is sold with a list price, and one that begins without any. */
const PLANS = ['h100-sxm-x1', 'b200-sxm-x8'] as const;
const LIST = new Map([[PLANS[0], 3_990_000n]]);

const who = fc.nat(1);
const plan = fc.constantFrom(...PLANS);
/** An agent's key of the account, or, if there are no more, the customer themselves. */
const by = fc.nat(2);
/** Whole CAD, effective now or some minutes ahead. */
const cad = fc.integer({ min: 1, max: 9 });
const ahead = fc.option(fc.integer({ min: 1, max: 300 }), { freq: 2 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deploy' as const), who, plan, by }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('own price' as const), who, plan, cad, ahead }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('list price' as const), plan, cad, ahead }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who, plan, ahead }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('flags' as const), plan, sold: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('host' as const), accepts: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('budget' as const), which: fc.nat(3), server: fc.boolean(), cad: fc.option(fc.nat(60)) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('backups' as const), which: fc.nat(3), enabled: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      which: fc.nat(3),
      by,
      action: fc.constantFrom('stop', 'start', 'hibernate', 'hibernate-restore', 'delete'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 240 }), metered: fc.boolean() }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Every story begins with a server of the plan without a list price: few would get one by themselves. */
const OPENING: readonly Step[] = [
  { do: 'own price', who: 0, plan: PLANS[1], cad: 4, ahead: null },
  { do: 'flags', plan: PLANS[1], sold: true },
  { do: 'pass', minutes: 1, metered: true },
  { do: 'deploy', who: 0, plan: PLANS[1], by: 0 },
];

/** A price as this test dated it; null: withdrawn. */
interface Dated {
  readonly of: string;
  readonly from: Date;
  readonly micros: bigint | null;
}

const cloud = await startCloud({ hosts: { 'h100-sxm': [8], 'b200-sxm': [8, 8] } });
after(() => cloud.close());

test('whatever prices, flags, hosts and limits do between the customers’ actions, every hour is billed at what this test has in its books', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
      const customers = [await cloud.customer('400'), await cloud.customer('60')];
      const agents = new Map(await Promise.all(customers.map(async (customer) => [customer, await agentsOf(customer)] as const)));
      const books = { agents, owners: new Map<string, Customer>(), plans: new Map<string, string>(), prices: new Array<Dated>() };
      for (const one of [...OPENING, ...steps]) await perform(one, customers, books);
      await cloud.pass(2 * HOUR_MS, 10 * MINUTE_MS);
      for (const [id, owner] of books.owners) await owner.remove(id).catch(refusal);
      await cloud.settle();
      for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
      for (const [id, owner] of books.owners) {
        const rows = await cloud.db.sql
          .selectFrom('usageHours as u')
          .innerJoin('transfers as t', 't.id', 'u.transferId')
          .select(['u.periodStart', 'u.rateMicros', 't.key', 't.createdAt'])
          .where('u.serverId', '=', id)
          .execute();
        for (const row of rows) {
          const at = row.key.startsWith('first-hour:') ? row.createdAt : row.periodStart;
          assert.equal(
            row.rateMicros,
            priceOf(books.prices, { plan: books.plans.get(id) ?? '', accountId: owner.ctx.accountId, at }),
            `${id} ${at.toISOString()}`,
          );
        }
      }
    }),
    { numRuns: Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 12), endOnFailure: true },
  );
});

/** List prices of all stories. */
const listPrices: Dated[] = [];

function priceOf(own: readonly Dated[], { plan: planId, accountId, at }: { plan: string; accountId: string; at: Date }): bigint | null {
  const latest = (prices: readonly Dated[], of: string) =>
    prices.filter((price) => price.of === of && price.from <= at).toSorted((a, b) => b.from.getTime() - a.from.getTime())[0]?.micros ??
    null;
  return latest(own, `${planId} ${accountId}`) ?? latest(listPrices, planId) ?? [...LIST].find(([id]) => id === planId)?.[1] ?? null;
}

async function perform(
  one: Step,
  customers: readonly Customer[],
  books: {
    agents: ReadonlyMap<Customer, readonly CustomerCtx[]>;
    owners: Map<string, Customer>;
    plans: Map<string, string>;
    prices: Dated[];
  },
): Promise<void> {
  const { ctx, clock } = cloud;
  const ids = [...books.owners.keys()];
  const customer = 'who' in one ? customers[one.who] : undefined;
  const id = 'which' in one ? ids[one.which % Math.max(1, ids.length)] : undefined;
  const owner = id === undefined ? undefined : books.owners.get(id);
  const from = (minutes: number | null) => (minutes === null ? undefined : addMs(clock.now(), minutes * MINUTE_MS));
  if (one.do === 'pass') {
    if (one.metered) return cloud.pass(one.minutes * MINUTE_MS, 10 * MINUTE_MS);
    // The meter is down, and prices change meanwhile: it catches up with each hour's own price.
    clock.advance(one.minutes * MINUTE_MS);
    return;
  }
  try {
    switch (one.do) {
      case 'deploy': {
        if (!customer) return;
        const asking = books.agents.get(customer)?.[one.by] ?? customer.ctx;
        const { id: made } = await createServer(asking, { productId: one.plan, region: 'canada-montreal', sshKeyId: customer.sshKeyId });
        books.owners.set(made, customer);
        books.plans.set(made, one.plan);
        return await cloud.settle();
      }
      case 'own price': {
        const accountId = customer?.ctx.accountId ?? '';
        const row = await setPrice(ctx, { planId: one.plan, accountId, hourlyMicros: BigInt(one.cad) * CAD, validFrom: from(one.ahead) });
        books.prices.push({ of: `${one.plan} ${accountId}`, from: row.validFrom, micros: BigInt(one.cad) * CAD });
        return;
      }
      case 'list price': {
        // The second plan has none for the whole test.
        if (one.plan === PLANS[1]) return;
        const row = await setPrice(ctx, { planId: one.plan, hourlyMicros: BigInt(one.cad) * CAD, validFrom: from(one.ahead) });
        listPrices.push({ of: one.plan, from: row.validFrom, micros: BigInt(one.cad) * CAD });
        return;
      }
      case 'withdraw': {
        const accountId = customer?.ctx.accountId ?? '';
        const row = await withdrawPrice(ctx, { planId: one.plan, accountId, validFrom: from(one.ahead) });
        books.prices.push({ of: `${one.plan} ${accountId}`, from: row.validFrom, micros: null });
        return;
      }
      case 'flags':
        await setPlanFlags(ctx, { planId: one.plan, priceOnRequest: !one.sold, autoProvisioning: one.sold });
        return;
      case 'host': {
        const host = await cloud.db.sql.selectFrom('hosts').select('id').where('name', '=', 'b200-sxm-2').executeTakeFirstOrThrow();
        await setHostState(ctx, { hostId: host.id, state: one.accepts ? 'accepting' : 'draining' });
        return;
      }
      case 'budget': {
        const micros = one.cad === null ? null : BigInt(one.cad) * CAD;
        if (!owner || id === undefined) return;
        if (one.server) await setServerBudget(owner.ctx, { serverId: id, monthLimitMicros: micros });
        else await setAccountBudget(ctx, { accountId: owner.ctx.accountId, monthLimitMicros: micros });
        return;
      }
      case 'backups':
        if (!owner || id === undefined) return;
        await setBackupOption(owner.ctx, { serverId: id, enabled: one.enabled, confirmDeleteBackups: true });
        return;
      case 'act':
        if (!owner || id === undefined) return;
        if (one.action === 'delete') await owner.remove(id);
        else if (one.action === 'hibernate-restore') await restoreServer(books.agents.get(owner)?.[one.by] ?? owner.ctx, { serverId: id });
        else await owner.act(id, one.action);
    }
  } catch (error) {
    refusal(error);
  }
}

/** Two keys of an account; the second stops what would exceed its cap. */
async function agentsOf({ ctx }: Customer): Promise<readonly CustomerCtx[]> {
  const settings = { permissions: [...agentPermissions], approvalAbove: null, readOnly: false };
  const agents: CustomerCtx[] = [];
  for (const monthly of [null, 25]) {
    const caps = { ...NO_CAPS, monthlySpend: monthly };
    const { id } = await createMcpKey(cloud.ctx, {
      accountId: ctx.accountId,
      name: 'agent',
      ...settings,
      caps,
      stopAtCap: monthly !== null,
    });
    agents.push({ ...ctx, actor: { type: 'mcp_key', id, name: 'agent' } });
  }
  return agents;
}

/** Refusals are answers; anything else is a bug. */
function refusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
