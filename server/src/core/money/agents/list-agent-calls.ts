import type { AgentCall } from '@boreal/contract/agents/agents.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { z } from 'zod';
import type { Ctx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { selectAgentCalls } from './agent-calls.store.ts';

const Arguments = z.record(z.string(), z.unknown());

/** The calls of an account's agents, or of one of its keys; newest first. */
export async function listAgentCalls(
  ctx: Ctx,
  input: PageInput & { accountId: string; keyId?: string | undefined },
): Promise<Page<AgentCall>> {
  await requireRole(ctx.db.sql, { ...ctx, accountId: input.accountId }, 'keys.read');
  const { items, nextCursor } = await pageById('agentCall', input, (before, limit) =>
    selectAgentCalls(ctx.db.sql, { accountId: input.accountId, keyId: input.keyId ?? null, before, limit }),
  );
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
