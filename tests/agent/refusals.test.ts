import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ErrorCode } from '@boreal/contract/errors/errors.ts';
import { z } from 'zod';
import { NO_CAPS } from '../../server/src/core/money/agents/agent-key.rules.ts';
import { removeCard } from '../../server/src/core/commerce/cards/remove-card.ts';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { limitHost } from '../../server/src/core/fleet/capacity/hosts/limit-host.ts';
import { listHosts } from '../../server/src/core/fleet/capacity/hosts/list-hosts.ts';
import { limitHibernation } from '../../server/src/core/fleet/servers/limit-hibernation.ts';
import { setAutoReload } from '../../server/src/core/commerce/top-ups/set-auto-reload.ts';
import { HOUR_MS, MINUTE_MS } from '../../server/src/kit/clock.ts';
import { openAgentCloud, Quoted, type Agent, type Refusal } from '../testing/agent-cloud.ts';

/**
 * What each tool may refuse because of the state of things. What every tool refuses alike (an argument, a right, somebody else's
 * id) is in agent-rights, and what a token or a cap refuses in agent-tokens and agent-caps.
 */
const FORESEEN = {
  svc_start_server: ['INVALID_STATE', 'OPERATION_IN_PROGRESS', 'INSUFFICIENT_CREDITS', 'BUDGET_CAP_REACHED'],
  svc_restore_server: ['INVALID_STATE', 'OPERATION_IN_PROGRESS', 'INSUFFICIENT_CREDITS', 'BUDGET_CAP_REACHED', 'PLAN_NOT_AVAILABLE'],
  svc_stop_server: ['INVALID_STATE', 'OPERATION_IN_PROGRESS'],
  svc_reboot_server: ['INVALID_STATE', 'OPERATION_IN_PROGRESS'],
  svc_hibernate_server: ['INVALID_STATE', 'OPERATION_IN_PROGRESS', 'HIBERNATION_LIMIT'],
  svc_delete_server: ['NOT_FOUND'],
  svc_get_console_url: ['INVALID_STATE'],
  svc_get_server_metrics: ['NOT_PROVISIONED', 'INVALID_REQUEST'],
  svc_create_server_backup: [
    'BACKUP_OPTION_DISABLED',
    'INVALID_STATE',
    'OPERATION_IN_PROGRESS',
    'MANUAL_BACKUP_LIMIT',
    'BACKUP_STORAGE_FULL',
  ],
  svc_set_server_backup_policy: ['OPERATION_IN_PROGRESS', 'CONFIRM_DELETE_BACKUPS_REQUIRED', 'INSUFFICIENT_CREDITS'],
  svc_restore_server_backup: ['NOT_FOUND', 'BACKUP_NOT_READY', 'INSUFFICIENT_CREDITS', 'BUDGET_CAP_REACHED', 'PLAN_NOT_AVAILABLE'],
  svc_create_order: ['PAYMENT_REQUIRED', 'BUDGET_CAP_REACHED', 'PLAN_NOT_AVAILABLE', 'INVALID_REQUEST'],
  svc_renew_server: ['PAYMENT_REQUIRED', 'BUDGET_CAP_REACHED', 'PAYMENT_IN_PROGRESS'],
  svc_add_firewall_rule: ['INVALID_REQUEST'],
  svc_delete_firewall_rule: ['NOT_FOUND'],
  svc_add_ssh_key: ['INVALID_REQUEST'],
  svc_set_auto_reload: ['INVALID_REQUEST'],
  svc_update_profile: ['INVALID_REQUEST'],
  svc_list_transactions: ['INVALID_REQUEST'],
  svc_list_invoices: ['INVALID_REQUEST'],
  svc_list_orders: ['INVALID_REQUEST'],
  svc_list_tickets: ['INVALID_REQUEST'],
  svc_get_server_usage: ['INVALID_REQUEST'],
} as const satisfies Record<string, readonly ErrorCode[]>;
type Foreseen = keyof typeof FORESEEN;

const mcp = await openAgentCloud({ hosts: { l4: [24], 'h100-sxm': [1] } });
const { cloud } = mcp;
const met = new Map<string, Set<string>>();
const agent = await mcp.agent();
after(() => mcp.close());

/** Calls a tool that must refuse with this code, and records that it did. */
async function refused(who: Agent, tool: Foreseen, args: object, code: ErrorCode): Promise<Refusal> {
  const refusal = await who.refused(tool, args, code);
  met.set(tool, (met.get(tool) ?? new Set()).add(code));
  return refusal;
}

/** The quote reports the blocker, and confirming it is refused for the same reason. */
async function blocked(who: Agent, tool: Foreseen, args: object, code: ErrorCode): Promise<Refusal> {
  const { quote } = await who.ok(tool, args, Quoted);
  assert.deepEqual([quote.ready, quote.blockers.map((blocker) => blocker.code)], [false, [code]]);
  return refused(who, tool, { ...args, confirmationToken: quote.confirmationToken }, code);
}

/** A server of the agent's account that runs. */
async function running(who: Agent = agent, productId = 'l4-x1'): Promise<string> {
  const serverId = await who.customer.deploy(productId);
  await cloud.settle();
  return serverId;
}

describe('a tool refuses because of', () => {
  test('a server that comes up, and says when to look again', async () => {
    const serverId = await agent.customer.deploy();
    for (const tool of [
      'svc_start_server',
      'svc_restore_server',
      'svc_stop_server',
      'svc_reboot_server',
      'svc_hibernate_server',
    ] as const) {
      assert.partialDeepStrictEqual(await refused(agent, tool, { serverId }, 'INVALID_STATE'), {
        currentStatus: 'PROVISIONING',
        retryable: true,
        retryAfterSeconds: 5,
      });
    }
    await refused(agent, 'svc_get_console_url', { serverId }, 'INVALID_STATE');
    assert.equal((await refused(agent, 'svc_get_server_metrics', { serverId }, 'NOT_PROVISIONED')).retryAfterSeconds, 10);
    await refused(agent, 'svc_create_server_backup', { serverId }, 'BACKUP_OPTION_DISABLED');
    await agent.spend('svc_set_server_backup_policy', { serverId, enabled: true });
    await refused(agent, 'svc_create_server_backup', { serverId }, 'INVALID_STATE');
    await cloud.settle();
    await agent.customer.remove(serverId);
    await cloud.settle();
    await refused(agent, 'svc_delete_server', { serverId, confirmName: (await cloud.server(serverId)).name }, 'NOT_FOUND');
  });

  test('a server that is busy, stopped, hibernated or runs already', async () => {
    const serverId = await running();
    await agent.spend('svc_set_server_backup_policy', { serverId, enabled: true });
    const five = ['svc_start_server', 'svc_restore_server', 'svc_stop_server', 'svc_reboot_server', 'svc_hibernate_server'] as const;
    const allowed = {
      ACTIVE: ['svc_stop_server', 'svc_reboot_server', 'svc_hibernate_server'],
      STOPPED: ['svc_start_server', 'svc_hibernate_server'],
      HIBERNATED: ['svc_restore_server'],
    } as const satisfies Record<string, readonly string[]>;
    const refusesAllBut = async (status: keyof typeof allowed) => {
      assert.equal((await cloud.server(serverId)).status, status);
      const may: readonly string[] = allowed[status];
      for (const tool of five.filter((name) => !may.includes(name))) {
        const { retryable, currentStatus } = await refused(agent, tool, { serverId }, 'INVALID_STATE');
        assert.deepEqual([retryable, currentStatus], [false, status]);
      }
    };
    await refusesAllBut('ACTIVE');
    await agent.customer.act(serverId, 'stop');
    for (const tool of [...five, 'svc_create_server_backup'] as const) {
      assert.equal((await refused(agent, tool, { serverId }, 'OPERATION_IN_PROGRESS')).retryAfterSeconds, 5);
    }
    await cloud.settle();
    await refusesAllBut('STOPPED');
    await refused(agent, 'svc_get_console_url', { serverId }, 'INVALID_STATE');
    await agent.customer.act(serverId, 'hibernate');
    await cloud.settle();
    await refusesAllBut('HIBERNATED');
    await agent.customer.remove(serverId);
    await cloud.settle();
  });

  test('backups that are under way, too many, or not there', async () => {
    const serverId = await running();
    await agent.spend('svc_set_server_backup_policy', { serverId, enabled: true });
    const { backup } = await agent.ok('svc_create_server_backup', { serverId }, z.object({ backup: z.object({ id: z.string() }) }));
    await refused(agent, 'svc_create_server_backup', { serverId }, 'OPERATION_IN_PROGRESS');
    await refused(agent, 'svc_set_server_backup_policy', { serverId, enabled: false }, 'OPERATION_IN_PROGRESS');
    const early = await refused(agent, 'svc_restore_server_backup', { serverId, backupId: backup.id }, 'BACKUP_NOT_READY');
    assert.deepEqual([early.retryable, early.retryAfterSeconds], [true, 15]);
    await cloud.settle();
    await agent.ok('svc_create_server_backup', { serverId }, z.unknown());
    await cloud.settle();
    await refused(agent, 'svc_create_server_backup', { serverId }, 'MANUAL_BACKUP_LIMIT');
    await refused(agent, 'svc_restore_server_backup', { serverId, backupId: 'bkp_none' }, 'NOT_FOUND');
    await refused(agent, 'svc_set_server_backup_policy', { serverId, enabled: false }, 'CONFIRM_DELETE_BACKUPS_REQUIRED');
    await agent.customer.remove(serverId);
    await cloud.settle();
  });

  test('disks that the house has no room for, or limits; what there is stays', async () => {
    const serverId = await running();
    await agent.spend('svc_set_server_backup_policy', { serverId, enabled: true });
    const hosts = await listHosts(cloud.db.sql);
    const fill = (factor: number) => Promise.all(hosts.map(({ id }) => limitHost(cloud.ctx, { hostId: id, disksGb: [{ factor }] })));
    await fill(0.001);
    const full = await refused(agent, 'svc_create_server_backup', { serverId }, 'BACKUP_STORAGE_FULL');
    assert.equal(full.retryable, true);
    await fill(1);
    await limitHibernation(cloud.ctx, { accountId: agent.customer.ctx.accountId, gb: 100 });
    const told = await refused(agent, 'svc_hibernate_server', { serverId }, 'HIBERNATION_LIMIT');
    assert.match(told.message, /at most 100 GB.* keep 0 GB, and this one has 350 GB/);
    await cloud.settle();
    assert.equal((await cloud.server(serverId)).status, 'ACTIVE');
    await limitHibernation(cloud.ctx, { accountId: agent.customer.ctx.accountId, gb: 'house' });
    await agent.customer.remove(serverId);
    await cloud.settle();
  });

  test('credit that does not last, or a cap that is reached, with where to mend it', async () => {
    const poor = await mcp.agent({ cad: '2.50' });
    const capped = await mcp.agent({ of: poor.customer, caps: { ...NO_CAPS, serverHourly: 1 } });
    const serverId = await running(poor);
    await poor.spend('svc_set_server_backup_policy', { serverId, enabled: true });
    const { backup } = await poor.ok('svc_create_server_backup', { serverId }, z.object({ backup: z.object({ id: z.string() }) }));
    await cloud.settle();
    const copy = { serverId, backupId: backup.id };
    const cap = await blocked(capped, 'svc_restore_server_backup', copy, 'BUDGET_CAP_REACHED');
    assert.match(cap.accountAction?.action.url ?? '', /console\/agents$/);
    await poor.customer.act(serverId, 'stop');
    await cloud.settle();
    await blocked(capped, 'svc_start_server', { serverId }, 'BUDGET_CAP_REACHED');
    // The second hour is taken; there is nothing for a third.
    await cloud.pass(HOUR_MS + 5 * MINUTE_MS, 5 * MINUTE_MS);
    for (const [tool, args] of [
      ['svc_start_server', { serverId }],
      ['svc_restore_server_backup', copy],
    ] as const) {
      const broke = await blocked(poor, tool, args, 'INSUFFICIENT_CREDITS');
      assert.match(broke.accountAction?.action.url ?? '', /add-credits$/);
    }
    await poor.customer.act(serverId, 'hibernate');
    await cloud.settle();
    await cloud.pass(HOUR_MS, 10 * MINUTE_MS);
    await blocked(poor, 'svc_restore_server', { serverId }, 'INSUFFICIENT_CREDITS');
    await blocked(capped, 'svc_restore_server', { serverId }, 'BUDGET_CAP_REACHED');
    await poor.customer.remove(serverId);
    await cloud.settle();
  });

  test('a GPU that somebody else has, with what there is instead', async () => {
    const serverId = await running(agent, 'h100-sxm-x1');
    await agent.spend('svc_set_server_backup_policy', { serverId, enabled: true });
    const { backup } = await agent.ok('svc_create_server_backup', { serverId }, z.object({ backup: z.object({ id: z.string() }) }));
    await cloud.settle();
    await agent.customer.act(serverId, 'hibernate');
    await cloud.settle();
    const buyer = await mcp.agent();
    await moveTo(buyer.customer, 'QC');
    await giveCard(cloud, buyer.customer);
    const taken = await running(buyer, 'h100-sxm-x1');
    const plan = { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId: buyer.customer.sshKeyId };
    for (const refusal of [
      await blocked(agent, 'svc_restore_server', { serverId }, 'PLAN_NOT_AVAILABLE'),
      await blocked(agent, 'svc_restore_server_backup', { serverId, backupId: backup.id }, 'PLAN_NOT_AVAILABLE'),
      await blocked(buyer, 'svc_create_order', plan, 'PLAN_NOT_AVAILABLE'),
    ]) {
      assert.equal(refusal.retryAfterSeconds, 60);
      assert.ok(z.array(z.string()).parse(refusal['alternatives']).includes('l4-x1'));
    }
    await agent.customer.remove(serverId);
    await buyer.customer.remove(taken);
    await cloud.settle();
  });

  test('a card that is not there, not allowed so much, or being charged already; an account without an address', async () => {
    const buyer = await mcp.agent({ cad: '0' });
    const capped = await mcp.agent({ of: buyer.customer, caps: { ...NO_CAPS, perCharge: 100 } });
    const plan = { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId: buyer.customer.sshKeyId, name: 'monthly' };
    await refused(buyer, 'svc_create_order', plan, 'INVALID_REQUEST');
    await moveTo(buyer.customer, 'QC');
    await blocked(buyer, 'svc_create_order', plan, 'PAYMENT_REQUIRED');
    const cardId = await giveCard(cloud, buyer.customer);
    await blocked(capped, 'svc_create_order', plan, 'BUDGET_CAP_REACHED');
    const { serverId } = z.looseObject({ serverId: z.string() }).parse((await buyer.spend('svc_create_order', plan)).result);
    await cloud.settle();
    const poor = await blocked(buyer, 'svc_set_server_backup_policy', { serverId, enabled: true }, 'INSUFFICIENT_CREDITS');
    assert.equal(poor.accountAction?.code, 'PAYMENT_REQUIRED');
    await blocked(capped, 'svc_renew_server', { serverId }, 'BUDGET_CAP_REACHED');

    await removeCard(buyer.customer.ctx, { cardId });
    await blocked(buyer, 'svc_renew_server', { serverId }, 'PAYMENT_REQUIRED');
    // A bank that takes its time.
    await giveCard(cloud, buyer.customer, 'late');
    const begun = await buyer.spend('svc_renew_server', { serverId });
    assert.partialDeepStrictEqual(begun.result, { payment: { status: 'processing' } });
    const wait = await refused(buyer, 'svc_renew_server', { serverId }, 'PAYMENT_IN_PROGRESS');
    assert.deepEqual([wait.retryable, wait.retryAfterSeconds], [true, 10]);
  });

  test('what is there already, what is not, and what makes no sense', async () => {
    const serverId = await running();
    const ssh = { serverId, direction: 'ingress', protocol: 'tcp', portRangeMin: 22 };
    await refused(agent, 'svc_add_firewall_rule', ssh, 'INVALID_REQUEST');
    await refused(agent, 'svc_delete_firewall_rule', { serverId, ruleId: 999 }, 'NOT_FOUND');
    const { key } = await agent.ok('svc_generate_ssh_key', { name: 'twice' }, z.object({ key: z.looseObject({ publicKey: z.string() }) }));
    await refused(agent, 'svc_add_ssh_key', { name: 'again', publicKey: key.publicKey }, 'INVALID_REQUEST');
    await moveTo(agent.customer, 'QC');
    await giveCard(cloud, agent.customer);
    await setAutoReload(agent.customer.ctx, { enabled: true, thresholdCad: 20, amountCad: 50, monthlyLimitCad: 500 });
    await refused(agent, 'svc_set_auto_reload', { enabled: true, monthlyLimitCad: 49 }, 'INVALID_REQUEST');
    await refused(agent, 'svc_update_profile', { address: { postalCode: 'nowhere' } }, 'INVALID_REQUEST');
    await refused(agent, 'svc_get_server_metrics', { serverId, duration: '2y' }, 'INVALID_REQUEST');
    for (const tool of ['svc_list_transactions', 'svc_list_invoices', 'svc_list_orders', 'svc_list_tickets'] as const) {
      await refused(agent, tool, { cursor: 'nonsense' }, 'INVALID_REQUEST');
    }
    await refused(agent, 'svc_get_server_usage', { serverId, cursor: 'nonsense' }, 'INVALID_REQUEST');
    await agent.customer.remove(serverId);
  });

  test('nothing else that was foreseen', () => {
    assert.deepEqual(
      Object.fromEntries([...met].map(([tool, codes]) => [tool, [...codes].toSorted()]).toSorted()),
      Object.fromEntries(
        Object.entries(FORESEEN)
          .map(([tool, codes]): [string, string[]] => [tool, codes.toSorted()])
          .toSorted(),
      ),
    );
  });
});
