import type { AgentPermission } from './agents.ts';
import { mayDo, type MemberRole, type Permission } from '../people/members.ts';

/** What a tool requires of its caller. */
export interface ToolRule {
  /** A tool that only reads changes nothing, and its key needs no permission. */
  readonly changes: boolean;
  /** Permissions that the key must have, all of them. */
  readonly permissions: readonly AgentPermission[];
  /** Permissions that the maker's role must include at the time of the call, all of them. */
  readonly role: readonly Permission[];
}

/**
 * Who may call which tool: the key's permissions and its maker's role in the account must both allow it. Every tool that makes a change
 * needs a permission, except writing to support. The lists of tools, the calls and the documentation all follow this table.
 */
export const agentTools = {
  svc_list_products: reads('servers.read'),
  svc_get_product: reads('servers.read'),
  svc_get_stock: reads('servers.read'),
  svc_list_regions: reads('servers.read'),
  svc_list_images: reads('servers.read'),
  svc_list_templates: reads('servers.read'),

  svc_list_servers: reads('servers.read'),
  svc_get_server: reads('servers.read'),
  // A quote changes nothing and is useful only to callers who may confirm it.
  svc_quote_server: quotes(['launch'], ['servers.write']),
  svc_create_server: changes(['launch'], ['servers.write']),
  svc_start_server: changes(['launch'], ['servers.write']),
  svc_restore_server: changes(['launch'], ['servers.write']),
  svc_stop_server: changes(['launch'], ['servers.write']),
  svc_reboot_server: changes(['launch'], ['servers.write']),
  svc_hibernate_server: changes(['launch'], ['servers.write']),
  svc_delete_server: changes(['delete'], ['servers.write']),
  svc_cancel_server: changes(['delete'], ['billing.write']),
  svc_renew_server: changes(['charge'], ['billing.write']),
  svc_get_console_url: changes(['launch'], ['servers.write']),
  svc_get_server_metrics: reads('servers.read'),
  svc_list_server_volumes: reads('servers.read'),
  svc_list_server_snapshots: reads('servers.read'),
  svc_list_firewall_rules: reads('servers.read'),
  svc_add_firewall_rule: changes(['launch'], ['servers.write']),
  svc_delete_firewall_rule: changes(['delete'], ['servers.write']),
  svc_list_server_backups: reads('servers.read'),
  svc_create_server_backup: changes(['launch'], ['servers.write']),
  svc_restore_server_backup: changes(['launch'], ['servers.write']),
  svc_set_server_backup_policy: changes(['launch'], ['servers.write']),

  svc_list_ssh_keys: reads('servers.read'),
  svc_add_ssh_key: changes(['launch'], ['servers.write']),
  svc_generate_ssh_key: changes(['launch'], ['servers.write']),
  svc_delete_ssh_key: changes(['delete'], ['servers.write']),

  svc_get_server_usage: reads('servers.read'),
  svc_get_balance: reads('billing.read'),
  svc_list_transactions: reads('billing.read'),
  svc_list_invoices: reads('billing.read'),
  svc_get_invoice: reads('billing.read'),
  svc_topup_credits: changes(['charge'], ['billing.write']),
  svc_get_payment_method: reads('billing.read'),
  svc_add_payment_method: reads('billing.read'),
  svc_get_auto_reload: reads('billing.read'),
  svc_set_auto_reload: changes(['launch'], ['billing.write']),
  svc_list_orders: reads('billing.read'),
  svc_get_order: reads('billing.read'),
  svc_quote_order: quotes(['launch', 'charge'], ['servers.write', 'billing.write']),
  svc_create_order: changes(['launch', 'charge'], ['servers.write', 'billing.write']),
  svc_get_budget: reads('billing.read'),
  // Reaching a budget hibernates running servers, so setting one amounts to stopping them.
  svc_set_budget: changes(['launch'], ['billing.write']),

  svc_whoami: reads(),
  svc_get_profile: reads('profile.read'),
  // An account's location determines its taxes.
  svc_update_profile: changes(['charge'], ['profile.write']),
  svc_list_tickets: reads('tickets.read'),
  svc_create_ticket: changes([], ['tickets.write']),
  svc_reply_ticket: changes([], ['tickets.write']),
} as const satisfies Record<string, ToolRule>;

export type AgentToolName = keyof typeof agentTools;

/** The parts of a key that determine what it may call. */
export interface ToolCaller {
  readonly readOnly: boolean;
  readonly permissions: readonly AgentPermission[];
  /** The maker's current role; `house`: an operator made the key, and it acts for the account itself. */
  readonly makerRole: MemberRole | 'house';
}

/** Why a key may not call a tool; null if it may. */
export function toolRefusal(
  caller: ToolCaller,
  { changes: changing, permissions, role }: ToolRule,
): AgentPermission | 'write' | 'role' | null {
  if (caller.readOnly && (changing || permissions.length > 0)) return 'write';
  const missing = permissions.find((permission) => !caller.permissions.includes(permission));
  if (missing !== undefined) return missing;
  return roleAllows(caller.makerRole, role) ? null : 'role';
}

/**
 * Whether a person with this role may make a key, with these permissions if it is an agent's: nobody may grant what they may not do
 * themselves.
 */
export function mayMakeKey(role: MemberRole, permissions: readonly AgentPermission[]): boolean {
  return mayDo(role, 'keys.write') && (!permissions.includes('charge') || mayDo(role, 'billing.write'));
}

function roleAllows(role: MemberRole | 'house', needed: readonly Permission[]): boolean {
  return role === 'house' || needed.every((permission) => mayDo(role, permission));
}

function reads(...role: Permission[]): ToolRule {
  return { changes: false, permissions: [], role };
}

function quotes(permissions: AgentPermission[], role: Permission[]): ToolRule {
  return { changes: false, permissions, role };
}

function changes(permissions: AgentPermission[], role: Permission[]): ToolRule {
  return { changes: true, permissions, role };
}
