import { toCadOrNull } from '@boreal/contract/values/money.ts';
import type { McpKey } from '@boreal/contract/agents/agents.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { selectWorkingKeys } from '../../ground/keys/keys.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { LIST_MAX } from '../../ground/page.ts';
import { capsOf, permissionsOf } from './agent-key.rules.ts';
import { findAgentKey } from './agent-keys.store.ts';
import { readKeySpend } from './read-key-spend.ts';

/** An account's valid MCP keys, newest first, with what each may do and has spent. */
export async function listMcpKeys(ctx: Ctx, input: { accountId: string }): Promise<McpKey[]> {
  await requireRole(ctx.db.sql, { ...ctx, accountId: input.accountId }, 'keys.read');
  const now = ctx.clock.now();
  const db = ctx.db.sql;
  const rows = await selectWorkingKeys(db, { accountId: input.accountId, kind: 'mcp', now, before: undefined, limit: LIST_MAX });
  const keys: McpKey[] = [];
  for (const row of rows) {
    const agent = await findAgentKey(db, row.id);
    if (!agent) continue;
    keys.push({
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      madeBy: row.makerId === null ? null : { id: row.makerId, name: row.makerName ?? '' },
      readOnly: row.access === 'read_only',
      permissions: permissionsOf(agent),
      caps: capsOf(agent),
      approvalAbove: toCadOrNull(agent.approvalAboveMicros),
      stopAtCap: agent.stopAtCap,
      spend: await readKeySpend(db, agent, now),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    });
  }
  return keys;
}
