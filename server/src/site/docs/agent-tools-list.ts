import { agentTools, type ToolRule } from '@boreal/contract/agents/tools.ts';
import type { AgentPermission } from '@boreal/contract/agents/agents.ts';
import { html } from 'hono/html';
import type { Html } from '../page.ts';

/** The tools that an agent's key may call only with this permission, from the contract. */
export function toolsFor(permission: AgentPermission): Html {
  const rules: readonly (readonly [string, ToolRule])[] = Object.entries(agentTools);
  const names = rules.filter(([, rule]) => rule.permissions.includes(permission)).map(([name]) => name);
  return html`${names.map((name, n) => html`${n === 0 ? '' : ', '}<code>${name}</code>`)}`;
}
