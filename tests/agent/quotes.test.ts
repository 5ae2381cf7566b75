import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { tools } from '../../server/src/mcp/tools.ts';
import { openAgentCloud, Quoted, type Agent } from '../testing/agent-cloud.ts';

/** Without a token, no tool that spends does anything but quote a price. */
const mcp = await openAgentCloud({ hosts: { l4: [8], 'h100-sxm': [2] } });
const { cloud } = mcp;
after(() => mcp.close());

/** What a quote writes: itself, its line in the audit, and when the key was last used. */
const QUOTES_OWN = ['agent_quotes', 'agent_calls', 'api_keys'];

test('all ten answer a quote, and nothing else in the database changes', async () => {
  const agent = await mcp.agent();
  const wanted = await wantedOf(agent);
  const spending = tools.filter(({ spends }) => spends).map(({ name }) => name);
  assert.deepEqual(Object.keys(wanted).toSorted(), spending.toSorted());
  const before = await everything();
  for (const [tool, args] of Object.entries(wanted)) {
    const { quote } = await agent.ok(tool, args, Quoted);
    assert.deepEqual([quote.ready, quote.blockers], [true, []], tool);
  }
  assert.deepEqual(await everything(), before);
});

/** Arguments with which each tool would spend if it were given a token. */
async function wantedOf(agent: Agent): Promise<Record<string, object>> {
  const { customer } = agent;
  const { sshKeyId } = customer;
  await moveTo(customer, 'QC');
  await giveCard(cloud, customer);
  const [backedUp, stopped, asleep] = [await customer.deploy('l4-x1'), await customer.deploy('l4-x1'), await customer.deploy('l4-x1')];
  await cloud.settle();
  await agent.spend('svc_set_server_backup_policy', { serverId: backedUp, enabled: true });
  const { backup } = await agent.ok('svc_create_server_backup', { serverId: backedUp }, z.object({ backup: z.object({ id: z.string() }) }));
  await customer.act(stopped, 'stop');
  await customer.act(asleep, 'hibernate');
  const broken = await customer.deploy('l4-x1');
  await cloud.settle();
  await cloud.engine.faults.bootFails({ serverId: broken });
  await customer.act(broken, 'reboot');
  await cloud.settle();
  await cloud.engine.faults.clear();
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId };
  const { serverId: prepaid } = z.looseObject({ serverId: z.string() }).parse((await agent.spend('svc_create_order', order)).result);
  await cloud.settle();
  return {
    svc_create_server: { productId: 'l4-x1', sshKeyId },
    svc_start_server: { serverId: stopped },
    svc_restore_server: { serverId: asleep },
    svc_stop_server: { serverId: broken },
    svc_reboot_server: { serverId: broken },
    svc_renew_server: { serverId: prepaid },
    svc_restore_server_backup: { serverId: backedUp, backupId: backup.id },
    svc_set_server_backup_policy: { serverId: stopped, enabled: true },
    svc_topup_credits: { amountCad: 25 },
    svc_create_order: order,
  };
}

/** A digest of each table's rows. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await cloud.db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const digests = tables.map(async ({ name }): Promise<[string, string]> => {
    const { rows } = await cloud.db.pool.query<{ digest: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from "${name}" t`,
    );
    return [name, rows[0]?.digest ?? ''];
  });
  const all = await Promise.all(digests);
  assert.ok(all.length > 20);
  return Object.fromEntries(all.filter(([name]) => !QUOTES_OWN.includes(name)));
}
