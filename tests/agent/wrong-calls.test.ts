import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { openAgentCloud } from '../testing/agent-cloud.ts';
import { agentWorld } from '../testing/agent-world.ts';

/** Calls that make no sense in the present state, or that only a person may make. */
const mcp = await openAgentCloud({ hosts: { l4: [8], 'h100-sxm': [4] } });
const Loose = z.record(z.string(), z.unknown());
const made = await agentWorld(mcp);
const { agent } = made;
after(() => mcp.close());

const cases: readonly [tool: string, args: () => object, code: string][] = [
  ['svc_start_server', () => ({ serverId: made.server }), 'INVALID_STATE'],
  ['svc_restore_server', () => ({ serverId: made.server }), 'INVALID_STATE'],
  ['svc_delete_server', () => ({ serverId: made.server, confirmName: 'Walker' }), 'CONFIRM_NAME_MISMATCH'],
  ['svc_cancel_server', () => ({ serverId: made.prepaid, confirmName: 'x' }), 'CONFIRM_NAME_MISMATCH'],
  ['svc_cancel_server', () => ({ serverId: made.server, confirmName: 'walker' }), 'ORDER_NOT_RENEWABLE'],
  ['svc_renew_server', () => ({ serverId: made.prepaid }), 'ORDER_NOT_RENEWABLE'],
  ['svc_renew_server', () => ({ serverId: made.server }), 'ORDER_NOT_RENEWABLE'],
  ['svc_quote_order', () => ({ productId: 'l4-x1', cycle: 'monthly', sshKeyId: agent.customer.sshKeyId }), 'CYCLE_NOT_AVAILABLE'],
  ['svc_create_server', () => ({ productId: 'l4-x1', sshKeyId: 'ssh_none' }), 'INVALID_REQUEST'],
  ['svc_add_ssh_key', () => ({ name: 'bad', publicKey: '-----BEGIN OPENSSH PRIVATE KEY-----' }), 'INVALID_REQUEST'],
  ['svc_add_firewall_rule', () => ({ serverId: made.server, direction: 'ingress', protocol: 'icmp', portRangeMin: 1 }), 'INVALID_REQUEST'],
  ['svc_topup_credits', () => ({ amountCad: 24.99 }), 'INVALID_REQUEST'],
  ['svc_set_budget', () => ({ monthlyLimit: 6000 }), 'PERMISSION_DENIED'],
  ['svc_set_budget', () => ({ serverId: made.server, monthlyLimit: 301 }), 'PERMISSION_DENIED'],
  ['svc_set_budget', () => ({}), 'INVALID_REQUEST'],
  ['svc_set_auto_reload', () => ({ enabled: true, amountCad: 31 }), 'PERMISSION_DENIED'],
  ['svc_set_auto_reload', () => ({ enabled: true, monthlyLimitCad: 501 }), 'PERMISSION_DENIED'],
  ['svc_set_server_backup_policy', () => ({ serverId: made.server, enabled: false }), 'CONFIRM_DELETE_BACKUPS_REQUIRED'],
  ['svc_create_ticket', () => ({ subject: 'Help', message: 'Help', serverId: 'srv_none' }), 'INVALID_REQUEST'],
  ['svc_list_servers', () => ({ cursor: 'nonsense' }), 'INVALID_REQUEST'],
  // Names that every object has.
  ['svc_list_servers', () => ({ constructor: null }), 'INVALID_REQUEST'],
  ['svc_list_servers', () => JSON.parse('{"__proto__":null,"toString":null}'), 'INVALID_REQUEST'],
];
for (const [tool, args, code] of cases) {
  test(`${tool}: ${code}`, async () => {
    const refusal = await agent.refused(tool, args(), code);
    if (code !== 'PERMISSION_DENIED') return;
    assert.partialDeepStrictEqual(refusal, { need: 'raise', accountAction: { code: 'BUDGET_CAP_REACHED' } });
    assert.match(refusal.accountAction?.action.url ?? '', tool === 'svc_set_budget' ? /billing\/budget$/ : /billing\/auto-reload$/);
  });
}

test('auto-reload that was turned off is turned on again by people only', async () => {
  await agent.ok('svc_set_auto_reload', { enabled: false }, Loose);
  await agent.refused('svc_set_auto_reload', { enabled: true }, 'PERMISSION_DENIED');
});

test('null for what is left out turns auto-reload off, and takes no company away', async () => {
  const left = { thresholdCad: null, amountCad: null, monthlyLimitCad: null };
  assert.partialDeepStrictEqual(await agent.ok('svc_set_auto_reload', { enabled: false, ...left }, Loose), { enabled: false });
  await agent.ok('svc_update_profile', { company: 'Calcul inc.' }, Loose);
  const saved = await agent.ok('svc_update_profile', { name: 'Ann', company: null, language: null, address: null, taxIds: null }, Loose);
  assert.partialDeepStrictEqual(saved, { profile: { name: 'Ann', company: 'Calcul inc.' } });
});
