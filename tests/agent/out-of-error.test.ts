import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { NO_CAPS } from '../../server/src/core/money/agents/agent-key.rules.ts';
import { z } from 'zod';
import { openAgentCloud, Quoted, type Agent } from '../testing/agent-cloud.ts';

/** A server in ERROR is not billed. Whatever brings it back costs money again, so an agent sees the price first. */
const mcp = await openAgentCloud({ hosts: { l4: [8] } });
const { cloud } = mcp;
after(() => mcp.close());

const SWITCHES = ['svc_reboot_server', 'svc_stop_server'] as const;
const Switched = z.object({ server: z.looseObject({ id: z.string(), status: z.string() }), replayed: z.boolean().optional() });
const HOUR = 1_090_000n;

/** A server that was up, and whose machine failed. */
async function inError({ customer }: Agent): Promise<string> {
  const id = await customer.deploy('l4-x1');
  await cloud.settle();
  await cloud.engine.faults.bootFails({ serverId: id });
  await customer.act(id, 'reboot');
  await cloud.settle();
  assert.equal((await cloud.server(id)).status, 'ERROR');
  await cloud.engine.faults.clear();
  return id;
}

for (const tool of SWITCHES) {
  test(`${tool} quotes the hour that begins, does nothing before it is confirmed, and charges it once the machine is back`, async () => {
    const agent = await mcp.agent({ cad: '100' });
    const serverId = await inError(agent);
    const before = await agent.customer.balance();
    const { quote } = await agent.ok(tool, { serverId }, Quoted);
    assert.deepEqual([quote.chargeNow, quote.hourlyRate, quote.ready], [1.09, 1.09, true]);
    await cloud.settle();
    assert.equal((await cloud.server(serverId)).status, 'ERROR');
    assert.equal(await agent.customer.balance(), before);
    const { confirmationToken } = quote;
    for (const replayed of [false, true]) {
      const answer = await agent.ok(tool, { serverId, confirmationToken }, Switched);
      assert.deepEqual([answer.server.id, answer.replayed], [serverId, replayed]);
    }
    await cloud.settle();
    assert.equal((await cloud.server(serverId)).status, tool === 'svc_stop_server' ? 'STOPPED' : 'ACTIVE');
    assert.equal(await agent.customer.balance(), before - HOUR);
    await agent.customer.remove(serverId);
    await cloud.settle();
  });

  test(`${tool} out of ERROR is held by the key's caps and by approvals, and by credit`, async () => {
    const agent = await mcp.agent({ cad: '2' });
    const serverId = await inError(agent);
    const limited = await mcp.agent({ of: agent.customer, caps: { ...NO_CAPS, serverHourly: 1 } });
    const { quote } = await limited.ok(tool, { serverId }, Quoted);
    assert.deepEqual([quote.ready, quote.blockers.map(({ code }) => code)], [false, ['BUDGET_CAP_REACHED']]);
    await limited.refused(tool, { serverId, confirmationToken: quote.confirmationToken }, 'BUDGET_CAP_REACHED');
    const watched = await mcp.agent({ of: agent.customer, approvalAbove: 0 });
    await watched.refused(tool, { serverId, confirmationToken: await watched.token(tool, { serverId }) }, 'APPROVAL_REQUIRED');
    // Another server takes what is left.
    const other = await agent.customer.deploy('l4-x1');
    await cloud.settle();
    const broke = await agent.ok(tool, { serverId }, Quoted);
    assert.deepEqual(
      broke.quote.blockers.map(({ code }) => code),
      ['INSUFFICIENT_CREDITS'],
    );
    assert.equal((await cloud.server(serverId)).status, 'ERROR');
    for (const id of [serverId, other]) await agent.customer.remove(id);
    await cloud.settle();
  });
}

test('a server that is billed is rebooted and powered off without a price, and answers as it is', async () => {
  const agent = await mcp.agent();
  const serverId = await agent.customer.deploy('l4-x1');
  await cloud.settle();
  for (const [tool, status] of [
    ['svc_reboot_server', 'ACTIVE'],
    ['svc_stop_server', 'STOPPED'],
  ] as const) {
    assert.equal((await agent.ok(tool, { serverId }, Switched)).server.id, serverId);
    await cloud.settle();
    assert.equal((await cloud.server(serverId)).status, status);
  }
  await agent.customer.remove(serverId);
});
