import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { agentTools, type ToolRule } from '@boreal/contract/agents/tools.ts';
import { agentPermissions, QUOTE_SECONDS } from '@boreal/contract/agents/agents.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { untilSomebodyWaits } from '../../../db/testing.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import { moveTo, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../../commerce/top-ups/create-top-up.ts';
import { taxFor } from '../tax/tax-for.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { revokeKey } from '../../ground/keys/revoke-key.ts';
import { createServer } from '../../fleet/lifecycle/create/create-server.ts';
import { priceOfDeployment, priceOfRestore } from '../../fleet/lifecycle/create/price-of-launch.ts';
import { restoreServer } from '../../fleet/lifecycle/change/restore-server.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import { NO_CAPS } from './agent-key.rules.ts';
import { changeMcpKey } from './change-mcp-key.ts';
import { confirmQuote, type Confirmation } from './confirm-quote.ts';
import { createMcpKey } from './create-mcp-key.ts';
import { makeQuote, type QuotedPrice } from './make-quote.ts';

const cloud = await startCloud({ hosts: { l4: [16] } });
after(() => cloud.close());

interface Agent {
  readonly customer: Customer;
  readonly keyId: string;
  readonly ctx: CustomerCtx;
}

async function agentOf(customer: Customer): Promise<Agent> {
  const { accountId } = customer.ctx;
  const settings = { permissions: [...agentPermissions], caps: NO_CAPS, approvalAbove: null, stopAtCap: false, readOnly: false };
  const { id } = await createMcpKey(cloud.ctx, { accountId, name: 'agent', ...settings });
  return { customer, keyId: id, ctx: { ...customer.ctx, actor: { type: 'mcp_key', id, name: 'agent' } } };
}

/** Quotes something and confirms it; `price` is called twice, and the test decides what happens in between. */
async function confirm(
  { ctx, keyId }: Agent,
  input: Pick<Confirmation<unknown>, 'tool' | 'args' | 'spend'> & {
    needs?: ToolRule;
    price: () => Promise<QuotedPrice>;
    /** Happens after the confirmation has read the price again. */
    meanwhile?: () => unknown;
  },
) {
  const { tool, args, price, meanwhile, spend, needs = agentTools.svc_create_server } = input;
  const { token } = await makeQuote(ctx, { keyId, tool, args, price: await price() });
  return confirmQuote(ctx, (kept) => kept, {
    keyId,
    tool,
    args,
    token,
    needs,
    approvalsUrl: 'https://boreal.example/approvals',
    price: async () => {
      const told = await price();
      await meanwhile?.();
      return told;
    },
    spend,
  });
}

/** A launch of the smallest server, as `svc_create_server` does it. */
function launch(agent: Agent): Pick<Parameters<typeof confirm>[1], 'tool' | 'args' | 'price' | 'spend'> {
  const { accountId } = agent.ctx;
  const args = { productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId, region: 'canada-montreal' } as const;
  return {
    tool: 'svc_create_server',
    args,
    price: () => priceOfDeployment(cloud.db.sql, { accountId, productId: args.productId, at: cloud.clock.now() }),
    spend: (ctx) => createServer(ctx, args),
  };
}

describe('what was confirmed is what is taken, or nothing is', () => {
  test('an hour that ends while its server is being restored is not charged to who was told that it is paid', async () => {
    const agent = await agentOf(await cloud.customer('10'));
    const serverId = await agent.customer.deploy('l4-x1');
    await cloud.settle();
    await agent.customer.act(serverId, 'hibernate');
    await cloud.settle();
    const price = () => priceOfRestore(cloud.db.sql, { accountId: agent.ctx.accountId, serverId, at: cloud.clock.now() });
    cloud.clock.advance(55 * MINUTE_MS);
    assert.equal((await price()).chargeMicros, 0n);
    const balance = await agent.customer.balance();
    const confirming = confirm(agent, {
      tool: 'svc_restore_server',
      args: { serverId },
      price,
      meanwhile: () => cloud.clock.advance(6 * MINUTE_MS),
      spend: async (ctx) => {
        await restoreServer(ctx, { serverId });
        return { id: serverId };
      },
    });
    await assert.rejects(confirming, { code: 'PRICE_CHANGED', details: { expectedCad: 0, actualCad: 1.09, who: 'agent' } });
    assert.equal(await agent.customer.balance(), balance);
    assert.equal((await cloud.server(serverId)).status, 'HIBERNATED');
    await agent.customer.remove(serverId);
  });

  test('a card is not charged a tax that was not told', async () => {
    const agent = await agentOf(await payingCustomer(cloud, { place: 'AB' }));
    const { accountId } = agent.ctx;
    const charged = async () => {
      const { totalMicros } = await taxFor(cloud.db.sql, { accountId, netMicros: 25_000_000n, at: cloud.clock.now() });
      return { chargeMicros: totalMicros, hourlyMicros: 0n };
    };
    assert.equal(toCad((await charged()).chargeMicros), 26.25);
    const confirming = confirm(agent, {
      tool: 'svc_topup_credits',
      args: { amountCad: 25 },
      needs: agentTools.svc_topup_credits,
      price: charged,
      meanwhile: () => moveTo(agent.customer, 'ON'),
      spend: (ctx, key) => createTopUp(ctx, { amountCad: 25, key }),
    });
    await assert.rejects(confirming, { code: 'PRICE_CHANGED', details: { expectedCad: 26.25, actualCad: 28.25, who: 'agent' } });
    assert.deepEqual(await cloud.db.sql.selectFrom('payments').select('id').where('accountId', '=', accountId).execute(), []);
  });
});

test('a confirmation that began in time is not too late because it had to wait', async () => {
  const agent = await agentOf(await cloud.customer('10'));
  const { replayed } = await confirm(agent, { ...launch(agent), meanwhile: () => cloud.clock.advance(QUOTE_SECONDS * SECOND_MS) });
  assert.equal(replayed, false);
  assert.equal(await agent.customer.balance(), 8_910_000n);
});

describe('a key spends only while it may', () => {
  test('one that was revoked after the door let it in spends nothing', async () => {
    const agent = await agentOf(await cloud.customer('10'));
    const revoke = () => revokeKey(cloud.ctx, { accountId: agent.ctx.accountId, keyId: agent.keyId });
    await assert.rejects(confirm(agent, { ...launch(agent), meanwhile: revoke }), { code: 'Unauthorized' });
    assert.equal(await agent.customer.balance(), 10_000_000n);
  });

  test('one whose right was taken away after the door let it in spends nothing', async () => {
    const agent = await agentOf(await cloud.customer('10'));
    const { accountId } = agent.ctx;
    const deny = () => changeMcpKey(cloud.ctx, { accountId, keyId: agent.keyId, permissions: ['delete', 'charge'] });
    const confirming = confirm(agent, { ...launch(agent), meanwhile: deny });
    await assert.rejects(confirming, { code: 'PERMISSION_DENIED', details: { who: 'agent', need: 'launch' } });
    assert.equal(await agent.customer.balance(), 10_000_000n);
  });

  for (const [name, change] of [
    ['revokes it', (of: { accountId: string; keyId: string }) => revokeKey(cloud.ctx, of)],
    ['takes its right away', (of: { accountId: string; keyId: string }) => changeMcpKey(cloud.ctx, { ...of, permissions: [] })],
  ] as const) {
    test(`whoever ${name} waits for what it is spending: once that is answered, it spends no more`, async () => {
      const agent = await agentOf(await cloud.customer('10'));
      const of = { accountId: agent.ctx.accountId, keyId: agent.keyId };
      const wanted = launch(agent);
      let ended = false;
      let ending: Promise<unknown> = Promise.resolve();
      await confirm(agent, {
        ...wanted,
        spend: async (ctx, quoteId) => {
          ending = change(of).then(() => (ended = true));
          await untilSomebodyWaits(cloud.db);
          assert.equal(ended, false);
          return wanted.spend(ctx, quoteId);
        },
      });
      await ending;
      assert.equal(await agent.customer.balance(), 8_910_000n);
      await assert.rejects(confirm(agent, wanted), /not accepted|may not launch/);
      assert.equal(await agent.customer.balance(), 8_910_000n);
    });
  }
});
