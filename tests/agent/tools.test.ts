import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { agentTools, type ToolRule } from '@boreal/contract/agents/tools.ts';
import { agentPermissions } from '@boreal/contract/agents/agents.ts';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { INSTRUCTIONS } from '../../server/src/mcp/instructions.ts';
import { listTools, narrowingOf, type ListedTool } from '../../server/src/mcp/list-tools.ts';
import { tools } from '../../server/src/mcp/tools.ts';

const everything = narrowingOf({ toolsets: null, readOnly: null });
const caller = { readOnly: false, permissions: agentPermissions, makerRole: 'owner' } as const;
const all = listTools(caller, everything);
const reading = listTools({ ...caller, readOnly: true }, everything);
const words = ({ name, description, inputSchema }: ListedTool) => encode(JSON.stringify({ name, description, inputSchema })).length;
const sum = (list: readonly ListedTool[]) => list.reduce((total, tool) => total + words(tool), 0);

/** The specification's table, word for word. */
const SPECIFIED = {
  catalog: 'list_products get_product get_stock list_regions list_images list_templates',
  servers: `list_servers get_server quote_server create_server start_server restore_server stop_server reboot_server hibernate_server
    delete_server cancel_server renew_server get_console_url get_server_metrics list_server_volumes list_server_snapshots
    list_firewall_rules add_firewall_rule delete_firewall_rule list_server_backups create_server_backup restore_server_backup
    set_server_backup_policy`,
  ssh_keys: 'list_ssh_keys add_ssh_key generate_ssh_key delete_ssh_key',
  billing: `get_server_usage get_balance list_transactions list_invoices get_invoice topup_credits get_payment_method
    add_payment_method get_auto_reload set_auto_reload list_orders get_order quote_order create_order get_budget set_budget`,
  account: 'whoami get_profile update_profile list_tickets create_ticket reply_ticket',
} as const;

test('the 55 tools have the names, the groups and the order of the specification', () => {
  const specified = Object.entries(SPECIFIED).flatMap(([group, names]) => names.split(/\s+/).map((name) => `${group} svc_${name}`));
  assert.deepEqual(
    tools.map(({ group, name }) => `${group} ${name}`),
    specified,
  );
  assert.equal(tools.length, 55);
});

describe('what an agent must read', () => {
  test('of all tools is at most 4,500 tokens, of a reading key 2,500, of one tool 200', () => {
    assert.deepEqual(
      all.filter((tool) => words(tool) > 200).map(({ name }) => name),
      [],
    );
    assert.ok(sum(all) <= 4500, `${sum(all)} tokens`);
    assert.ok(sum(reading) <= 2500, `${sum(reading)} tokens`);
    assert.ok(encode(INSTRUCTIONS).length <= 150, `${encode(INSTRUCTIONS).length} tokens of instructions`);
  });

  test('is at most 48 kB', () => {
    const bytes = Buffer.byteLength(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: all } }));
    assert.ok(bytes <= 48_000, `${bytes} bytes`);
  });

  test('says of every tool that spends or destroys that it does, and hints agree', () => {
    for (const tool of tools) {
      const { readOnlyHint, destructiveHint, idempotentHint } = listed(tool.name).annotations;
      assert.equal(readOnlyHint, tool.effect === 'read', tool.name);
      assert.ok(!(readOnlyHint && destructiveHint), tool.name);
      if (readOnlyHint) assert.ok(idempotentHint, tool.name);
      if (tool.spends) assert.match(tool.title, /spends money|charges the card/, tool.name);
      if (tool.spends) assert.match(tool.description, /token/, tool.name);
      if ('confirmName' in tool.input.shape) assert.match(`${tool.title}`, /irreversible/, tool.name);
      const rule: ToolRule = agentTools[tool.name];
      assert.equal(rule.changes, tool.effect !== 'read', tool.name);
      if (rule.changes && !tool.name.endsWith('_ticket')) assert.ok(rule.permissions.length > 0, `${tool.name} changes something freely`);
    }
  });
});

test('what ends, removes, overwrites or interrupts something says so: clients ask before they call it', () => {
  const destructive = tools.filter(({ name }) => listed(name).annotations.destructiveHint).map(({ name }) => name);
  assert.deepEqual(destructive, [
    'svc_stop_server',
    'svc_reboot_server',
    'svc_hibernate_server',
    'svc_delete_server',
    'svc_cancel_server',
    'svc_delete_firewall_rule',
    'svc_create_server_backup',
    'svc_set_server_backup_policy',
    'svc_delete_ssh_key',
    'svc_set_auto_reload',
    'svc_set_budget',
    'svc_update_profile',
  ]);
});

test('a list is the same frozen one for the same rights, and headers narrow it and never widen it', () => {
  const list = listTools({ ...caller, permissions: ['launch'] }, everything);
  assert.equal(listTools({ ...caller, permissions: ['launch'] }, narrowingOf({ toolsets: null, readOnly: null })), list);
  assert.ok(Object.isFrozen(list) && Object.isFrozen(list[0]?.inputSchema));
  const narrowed = listTools({ ...caller, readOnly: true }, narrowingOf({ toolsets: 'ssh_keys', readOnly: 'false' }));
  assert.deepEqual(
    narrowed.map(({ name }) => name),
    ['svc_list_ssh_keys'],
  );
  assert.deepEqual(listTools(caller, narrowingOf({ toolsets: null, readOnly: 'TRUE' })), reading);
});

describe('the schemas are those that were agreed', () => {
  const folder = fileURLToPath(new URL('golden-tools/', import.meta.url));
  for (const tool of all) {
    test(tool.name, () => {
      const path = join(folder, `${tool.name}.json`);
      const text = `${JSON.stringify(tool, null, 2)}\n`;
      if (process.env['UPDATE_GOLDEN'] === '1') {
        mkdirSync(folder, { recursive: true });
        writeFileSync(path, text);
      }
      assert.equal(
        text,
        readFileSync(path, 'utf8'),
        'a tool has changed for agents: run this file with UPDATE_GOLDEN=1 and review the difference',
      );
    });
  }
});

function listed(name: string): ListedTool {
  const found = all.find((tool) => tool.name === name);
  assert.ok(found, name);
  return found;
}
