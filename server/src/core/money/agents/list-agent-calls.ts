import type { AgentCall } from '@boreal/contract/agents.ts';
import { toCad } from '@boreal/contract/money.ts';
import { z } from 'zod';
import type { Ctx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { decodeIdCursor, LIST_MAX, page, type Page } from '../../ground/page.ts';
import { selectAgentCalls } from './agent-calls.store.ts';

const Arguments = z.record(z.string(), z.unknown());

/** The calls of an account's agents, or of one of its keys; newest first. */
export async function listAgentCalls(
  ctx: Ctx,
  input: { accountId: string; keyId?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<AgentCall>> {
  await requireRole(ctx.db.sql, { ...ctx, accountId: input.accountId }, 'keys.read');
  const limit = input.limit ?? LIST_MAX;
  const rows = await selectAgentCalls(ctx.db.sql, {
    accountId: input.accountId,
    keyId: input.keyId ?? null,
    before: input.cursor === undefined ? undefined : decodeIdCursor(input.cursor, 'agentCall'),
    limit: limit + 1,
  });
  const { items, nextCursor } = page(rows, limit, (row) => row.id);
  return {
    items: items.map((row) => ({
      id: row.id,
      key: { id: row.keyId, name: row.keyName },
      tool: row.tool,
      client: row.client,
      arguments: Arguments.parse(row.arguments),
      outcome: row.outcome,
      spent: toCad(row.spentMicros),
      durationMs: row.durationMs,
      quoteId: row.quoteId,
      requestId: row.requestId,
      createdAt: row.createdAt.toISOString(),
    })),
    nextCursor,
  };
}
