import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { agentPermissions } from '@boreal/contract/agents/agents.ts';
import { untilSomebodyWaits } from '../../../db/testing.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { NO_CAPS } from '../agents/agent-key.rules.ts';
import { createMcpKey } from '../agents/create-mcp-key.ts';
import { joining, type CustomerCtx } from '../../ground/ctx.ts';
import { createServer } from '../../fleet/lifecycle/create/create-server.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { readNotices } from '../../testing/notices.ts';
import { saveServerBudget } from '../budgets/server-budgets.store.ts';
import { setAccountBudget } from '../budgets/set-account-budget.ts';
import { setServerBudget } from '../../fleet/servers/set-server-budget.ts';
import { takeCredit } from '../ledger/ledger.store.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { warnLowCredit } from '../../commerce/credit-warnings/warn-low-credit.ts';
import { lockAccount } from '../ledger/locked-account.store.ts';

const CAD = 1_000_000n;
/** An hour of l4-x1. */
const RATE = 1_090_000n;

describe('what is committed while the meter waits for the account is seen by it', () => {
  let cloud: Cloud;
  before(async () => {
    cloud = await startCloud({ hosts: { l4: [16] } });
  });
  after(async () => {
    try {
      for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
    } finally {
      await cloud.close();
    }
  });

  /** A server in the last moments of its first hour. */
  async function running(customer: Customer, ctx: CustomerCtx = customer.ctx): Promise<string> {
    const { id } = await createServer(ctx, { productId: 'l4-x1', sshKeyId: customer.sshKeyId, region: 'canada-montreal' });
    await cloud.settle();
    cloud.clock.advance(HOUR_MS + MINUTE_MS);
    return id;
  }

  /** Does something in a transaction that only commits once the work waits for it. */
  async function meanwhile(
    change: (ctx: CustomerCtx) => Promise<unknown>,
    ctx: CustomerCtx,
    work: () => Promise<unknown> = cloud.meter,
  ): Promise<void> {
    let waiting = Promise.resolve<unknown>(undefined);
    await ctx.transact(async (tx) => {
      await change(joining(ctx, tx));
      waiting = work();
      await untilSomebodyWaits(cloud.db);
    });
    await waiting;
  }

  async function agentOf(customer: Customer, monthlySpend: number): Promise<CustomerCtx> {
    const { accountId } = customer.ctx;
    const caps = { ...NO_CAPS, monthlySpend };
    const settings = { permissions: [...agentPermissions], caps, approvalAbove: null, stopAtCap: true, readOnly: false };
    const { id } = await createMcpKey(cloud.ctx, { accountId, name: 'agent', ...settings });
    return { ...customer.ctx, actor: { type: 'mcp_key', id, name: 'agent' } };
  }

  const deploy = (customer: Customer) => (ctx: CustomerCtx) =>
    createServer(ctx, { productId: 'l4-x1', sshKeyId: customer.sshKeyId, region: 'canada-montreal' });

  async function endsAs(id: string, customer: Customer, expected: { status: string; spentMicros: bigint }) {
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, expected.status);
    assert.equal(100n * CAD - (await customer.balance()), expected.spentMicros);
    for (const { id: left } of await cloud.db.sql.selectFrom('servers').select('id').where('status', '<>', 'DELETED').execute())
      await customer.remove(left).catch(() => undefined);
    await cloud.settle();
  }

  test("an agent's launch that fills its key's month", async () => {
    const customer = await cloud.customer('100');
    const agent = await agentOf(customer, 2.5);
    const id = await running(customer, agent);
    await meanwhile(deploy(customer), agent);
    // Two hours of two servers: a third would exceed 2.50 CAD.
    await endsAs(id, customer, { status: 'HIBERNATED', spentMicros: 2n * RATE });
  });

  test("a launch that fills the account's month or day", async () => {
    for (const limits of [{ monthLimitMicros: 2_500_000n }, { dayLimitMicros: 2_500_000n }]) {
      const customer = await cloud.customer('100');
      await setAccountBudget(customer.ctx, { accountId: customer.ctx.accountId, ...limits });
      const id = await running(customer);
      await meanwhile(deploy(customer), customer.ctx);
      await endsAs(id, customer, { status: 'HIBERNATED', spentMicros: 2n * RATE });
    }
  });

  test('a launch that uses up the credit', async () => {
    const customer = await cloud.customer('100');
    const { accountId } = customer.ctx;
    const id = await running(customer);
    await meanwhile(
      (ctx) =>
        ctx.transact(async (tx) =>
          takeCredit(tx, ctx, await lockAccount(tx, accountId), {
            key: `test:${id}`,
            type: 'adjustment',
            amountMicros: 98n * CAD,
            against: 'promo',
            data: { of: 'by_hand', reason: 'Taken' },
          }),
        ),
      customer.ctx,
    );
    await endsAs(id, customer, { status: 'HIBERNATED', spentMicros: 98n * CAD + RATE });
  });

  test("a server's own limit, however it comes", async () => {
    for (const change of [
      (id: string, _accountId: string) => (ctx: CustomerCtx) => setServerBudget(ctx, { serverId: id, monthLimitMicros: 1_500_000n }),
      // What has been spent, under the account's lock alone.
      (id: string, accountId: string) => (ctx: CustomerCtx) =>
        ctx.transact(async (tx) => {
          await takeCredit(tx, ctx, await lockAccount(tx, accountId), {
            key: `test:${id}`,
            type: 'adjustment',
            amountMicros: 1n,
            against: 'promo',
            data: { of: 'by_hand', reason: 'Taken' },
          });
          const month = { monthLimitMicros: 2n * CAD, monthSpentMicros: RATE, monthStart: billingMonth(ctx.clock.now()).start };
          await saveServerBudget(tx, { serverId: id, accountId, now: ctx.clock.now(), ...month });
        }),
    ]) {
      const customer = await cloud.customer('100');
      const id = await running(customer);
      await setServerBudget(customer.ctx, { serverId: id, monthLimitMicros: 50n * CAD });
      await meanwhile(change(id, customer.ctx.accountId), customer.ctx);
      await cloud.settle();
      assert.equal((await cloud.server(id)).status, 'HIBERNATED');
      assert.ok(100n * CAD - (await customer.balance()) <= RATE + 1n, 'the hour was billed');
      await customer.remove(id);
      await cloud.settle();
    }
  });

  test('a launch that lowers the hours left is seen by the warning that waits for it', async () => {
    const customer = await cloud.customer('26');
    await deploy(customer)(customer.ctx);
    await cloud.settle();
    // 24.91 CAD last 22 hours, and with four servers more, fewer than 6.
    await meanwhile(
      async (ctx) => {
        for (let n = 0; n < 4; n += 1) await deploy(customer)(ctx);
      },
      customer.ctx,
      () => warnLowCredit(cloud.ctx),
    );
    const notices = await readNotices(cloud, { accountId: customer.ctx.accountId, kind: 'low_credit' });
    assert.deepEqual(
      notices.map((data) => JSON.parse(JSON.stringify(data)).hours),
      [6],
    );
  });
});
