import type { AgentApproval } from '@boreal/contract/agents/agents.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { z } from 'zod';
import type { Ctx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { selectApprovals } from './approvals.store.ts';

const Arguments = z.record(z.string(), z.unknown());

/** What an account's agents asked a person to approve, newest first; with `pending`, only requests that still wait. */
export async function listApprovals(
  ctx: Ctx,
  input: PageInput & { accountId: string; pending?: boolean | undefined },
): Promise<Page<AgentApproval>> {
  await requireRole(ctx.db.sql, { ...ctx, accountId: input.accountId }, 'keys.read');
  const now = ctx.clock.now();
  const { items, nextCursor } = await pageById('approval', input, (before, limit) =>
    selectApprovals(ctx.db.sql, { accountId: input.accountId, pendingAt: input.pending ? now : null, before, limit }),
  );
  return {
    items: items.map((row) => ({
      id: row.id,
      status: row.lapsed || (row.status !== 'used' && row.status !== 'refused' && row.expiresAt <= now) ? 'expired' : row.status,
      key: { id: row.keyId, name: row.keyName },
      tool: row.tool,
      arguments: Arguments.parse(row.arguments),
      charge: toCad(row.chargeMicros),
      hourly: toCad(row.hourlyMicros),
      decidedBy: row.decidedBy,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    })),
    nextCursor,
  };
}
