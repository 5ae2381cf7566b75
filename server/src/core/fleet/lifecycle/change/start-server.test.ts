import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setBackupOption } from '../../backups/set-backup-option.ts';
import { setAccountBudget } from '../../../money/budgets/set-account-budget.ts';
import { startCloud, type Customer } from '../../../testing/cloud.ts';

const HOUR = 1_090_000n;
const BACKUP_PART = 13_685n;

const cloud = await startCloud({ hosts: { l4: [2] } });
after(() => cloud.close());

/** A stopped server with backups on, and its customer's remaining credit. */
async function stopped(cad: string): Promise<{ customer: Customer; serverId: string }> {
  const customer = await cloud.customer(cad);
  const serverId = await customer.deploy('l4-x1');
  await cloud.settle();
  await setBackupOption(customer.ctx, { serverId, enabled: true });
  await customer.act(serverId, 'stop');
  await cloud.settle();
  return { customer, serverId };
}

test('a start asks for the credit of the next hour with its backups, and takes none of it', async () => {
  const { customer, serverId } = await stopped('2.19');
  assert.equal(await customer.balance(), HOUR + 10_000n, 'the hour, and not its backups');
  await assert.rejects(customer.act(serverId, 'start'), { code: 'INSUFFICIENT_CREDITS' });
  const rich = await stopped('2.20');
  const before = await rich.customer.balance();
  await rich.customer.act(rich.serverId, 'start');
  await cloud.settle();
  assert.equal((await cloud.server(rich.serverId)).status, 'ACTIVE');
  assert.equal(await rich.customer.balance(), before);
  for (const one of [{ customer, serverId }, rich]) await one.customer.remove(one.serverId);
  await cloud.settle();
});

test('a start asks the budget for the next hour with its backups', async () => {
  const { customer, serverId } = await stopped('100');
  const { accountId } = customer.ctx;
  const next = 2n * HOUR + BACKUP_PART;
  await setAccountBudget(cloud.ctx, { accountId, monthLimitMicros: next - 1n });
  await assert.rejects(customer.act(serverId, 'start'), { code: 'BUDGET_CAP_REACHED' });
  await setAccountBudget(cloud.ctx, { accountId, monthLimitMicros: next });
  await customer.act(serverId, 'start');
  await cloud.settle();
  assert.equal((await cloud.server(serverId)).status, 'ACTIVE');
});
