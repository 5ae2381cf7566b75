import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setBackupOption } from '../../server/src/core/fleet/backups/set-backup-option.ts';
import { findOption } from '../../server/src/core/fleet/backups/backup-options.store.ts';
import { lockAccount } from '../../server/src/core/money/ledger/locked-account.store.ts';
import { joining } from '../../server/src/core/ground/ctx.ts';
import { untilSomebodyWaits } from '../../server/src/db/testing.ts';
import { openAgentCloud, Quoted } from '../testing/agent-cloud.ts';

/** What costs nothing is done without a quote; what turns out to cost something is not done without one. */
const mcp = await openAgentCloud({ hosts: { l4: [2] } });
const { cloud } = mcp;
after(() => mcp.close());

test('backups that are on when the call arrives and off when it is served are not turned on without a quote', async () => {
  const agent = await mcp.agent();
  const { ctx } = agent.customer;
  const serverId = await agent.customer.deploy('l4-x1');
  await cloud.settle();
  await setBackupOption(ctx, { serverId, enabled: true });
  const calling = await cloud.db.sql.transaction().execute(async (tx) => {
    await lockAccount(tx, ctx.accountId);
    const call = agent.call('svc_set_server_backup_policy', { serverId, enabled: true, retention: 3 });
    await untilSomebodyWaits(cloud.db);
    await setBackupOption(joining(ctx, tx), { serverId, enabled: false });
    return { call };
  });
  const { structuredContent } = await calling.call;
  const { quote } = Quoted.parse(structuredContent);
  assert.equal(quote.hourlyRate, 0.013685);
  assert.equal((await findOption(cloud.db.sql, serverId))?.enabled, false);
});
