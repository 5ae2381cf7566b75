import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { agentTools } from '@boreal/contract/agents/tools.ts';
import { agentPermissions } from '@boreal/contract/agents/agents.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import { priceOfBackupOption } from '../../fleet/backups/price-of-option.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { takeCredit } from '../ledger/ledger.store.ts';
import { order, orderSteps, startOrderCloud } from '../../testing/order-steps.ts';
import { payingCustomer } from '../../testing/paying-customer.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { isAppError } from '../../../kit/errors.ts';
import type { Cloud } from '../../testing/cloud.ts';
import { NO_CAPS } from './agent-key.rules.ts';
import { confirmQuote } from './confirm-quote.ts';
import { createMcpKey } from './create-mcp-key.ts';
import { decideApproval } from './decide-approval.ts';
import { listApprovals } from './list-approvals.ts';
import { makeQuote } from './make-quote.ts';
import { needsApproval } from './require-approval.ts';
import { lockAccount } from '../ledger/locked-account.store.ts';

const tool = 'svc_set_server_backup_policy';

describe('a price that goes down by the minute, such as the rest of a term of backups', () => {
  let cloud: Cloud;
  before(async () => {
    cloud = await startOrderCloud();
  });
  after(() => cloud.close());

  async function agentWith(approvalAbove: number | null) {
    const customer = await payingCustomer(cloud, { cad: '100' });
    const begun = await order(customer);
    await orderSteps(() => cloud).settle(begun);
    await cloud.settle();
    const { accountId } = customer.ctx;
    const settings = { permissions: [...agentPermissions], caps: NO_CAPS, approvalAbove, stopAtCap: false, readOnly: false };
    const { id: keyId } = await createMcpKey(cloud.ctx, { accountId, name: 'agent', ...settings });
    const ctx: CustomerCtx = { ...customer.ctx, actor: { type: 'mcp_key', id: keyId, name: 'agent' } };
    const args = { serverId: begun.serverId, enabled: true };
    const price = () => priceOfBackupOption(cloud.db.sql, { accountId, serverId: begun.serverId, at: cloud.clock.now() });
    const quote = async () => makeQuote(ctx, { keyId, tool, args, price: await price() });
    const confirm = (token: string, by: CustomerCtx = ctx, told = price) =>
      confirmQuote(by, (kept) => kept, {
        keyId,
        tool,
        args,
        token,
        needs: agentTools[tool],
        approvalsUrl: 'https://boreal.example/approvals',
        price: told,
        spend: (inTx) => setBackupOption(inTx, args),
      });
    const asks = async () => needsApproval(ctx, { keyId, tool, args, price: await price() });
    return { customer, accountId, args, ctx, price, quote, confirm, asks };
  }

  test('is confirmed at what it costs then, at every minute of the ten that a quote is good, never at more', async () => {
    const agent = await agentWith(null);
    const balance = await agent.customer.balance();
    let drifted = 0;
    for (let minute = 0; minute < 50; minute += 1) {
      const quoted = (await agent.price()).chargeMicros;
      const { token } = await agent.quote();
      cloud.clock.advance((minute % 10) * MINUTE_MS + 50 * SECOND_MS);
      const now = (await agent.price()).chargeMicros;
      assert.ok(now <= quoted);
      if (now < quoted) drifted += 1;
      let spent: bigint | null = null;
      await undone(agent.ctx, async (ctx) => {
        ({ spentMicros: spent } = await agent.confirm(token, ctx));
      });
      assert.equal(spent, now);
      cloud.clock.advance(MINUTE_MS);
    }
    assert.ok(drifted >= 4, 'the price went down under some of the quotes');
    assert.equal(await agent.customer.balance(), balance);
  });

  test('is covered by an approval of more, hours later too, once, and takes the lower price', async () => {
    const agent = await agentWith(1);
    const { token } = await agent.quote();
    const approved = (await agent.price()).chargeMicros;
    await assert.rejects(agent.confirm(token), { code: 'APPROVAL_REQUIRED' });
    const [asked] = (await listApprovals(cloud.ctx, { accountId: agent.accountId, pending: true })).items;
    assert.equal(asked?.charge, toCad(approved));
    // It asks again, and the cost is a cent lower: that is the same request.
    cloud.clock.advance(2 * HOUR_MS);
    await assert.rejects(agent.confirm((await agent.quote()).token), refusalWith({ approvalId: asked?.id ?? '' }));
    await decideApproval(cloud.ctx, { accountId: agent.accountId, approvalId: asked?.id ?? '', decision: 'approved' });
    cloud.clock.advance(20 * HOUR_MS);
    assert.equal(await agent.asks(), false);
    const later = await agent.quote();
    const now = (await agent.price()).chargeMicros;
    assert.ok(now < approved);
    const balance = await agent.customer.balance();
    assert.equal((await agent.confirm(later.token)).spentMicros, now);
    assert.equal(balance - (await agent.customer.balance()), now);
    const [used] = (await listApprovals(cloud.ctx, { accountId: agent.accountId })).items;
    assert.equal(used?.status, 'used');
  });

  test('that was refused stays refused when it costs a cent less', async () => {
    const agent = await agentWith(1);
    await assert.rejects(agent.confirm((await agent.quote()).token), { code: 'APPROVAL_REQUIRED' });
    const [asked] = (await listApprovals(cloud.ctx, { accountId: agent.accountId, pending: true })).items;
    await decideApproval(cloud.ctx, { accountId: agent.accountId, approvalId: asked?.id ?? '', decision: 'refused' });
    cloud.clock.advance(HOUR_MS);
    await assert.rejects(agent.confirm((await agent.quote()).token), refusalWith({ status: 'refused' }));
  });

  test('is asked about anew when it costs more than was approved, and is not confirmed above its quote', async () => {
    const agent = await agentWith(1);
    await assert.rejects(agent.confirm((await agent.quote()).token), { code: 'APPROVAL_REQUIRED' });
    const [asked] = (await listApprovals(cloud.ctx, { accountId: agent.accountId, pending: true })).items;
    await decideApproval(cloud.ctx, { accountId: agent.accountId, approvalId: asked?.id ?? '', decision: 'approved' });
    const dearer = async () => {
      const { chargeMicros, hourlyMicros } = await agent.price();
      return { chargeMicros: chargeMicros + 10_000n, hourlyMicros };
    };
    const { token } = await agent.quote();
    await assert.rejects(agent.confirm(token, agent.ctx, dearer), { code: 'PRICE_CHANGED' });
    const { ctx } = agent;
    const quoted = await makeQuote(ctx, { keyId: ctx.actor.id ?? '', tool, args: agent.args, price: await dearer() });
    await assert.rejects(agent.confirm(quoted.token, ctx, dearer), refusalWith({ status: 'pending' }));
  });

  test('is never exceeded by several takings together', async () => {
    const { customer } = await agentWith(null);
    const agreed = { upToMicros: 5_000_000n, takenMicros: 0n };
    const take = (n: number) =>
      customer.ctx.transact(async (tx) => {
        const movement = { type: 'adjustment', amountMicros: 3_000_000n, against: 'promo' } as const;
        await takeCredit(tx, { ...customer.ctx, agreed }, await lockAccount(tx, customer.ctx.accountId), {
          ...movement,
          key: `take:${customer.ctx.accountId}:${n}`,
          data: { of: 'by_hand', reason: 'Taken' },
        });
      });
    await take(1);
    await assert.rejects(take(2), { code: 'PRICE_CHANGED' });
  });
});

function refusalWith(details: { approvalId: string } | { status: string }) {
  return (error: unknown) => {
    assert.ok(isAppError(error, 'APPROVAL_REQUIRED'));
    assert.partialDeepStrictEqual(error.details, details);
    return true;
  };
}

class Undo extends Error {}

/** Does something in a transaction that is rolled back. */
async function undone(ctx: CustomerCtx, work: (ctx: CustomerCtx) => Promise<void>): Promise<void> {
  await ctx
    .transact(async (tx) => {
      await work({ ...ctx, transact: (run) => run(tx) });
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
}
