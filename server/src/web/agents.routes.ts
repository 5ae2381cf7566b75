import * as rows from '@boreal/contract/endpoints/console/agents.ts';
import { changeMcpKey } from '../core/money/agents/change-mcp-key.ts';
import { createMcpKey } from '../core/money/agents/create-mcp-key.ts';
import { decideWithCard } from '../core/commerce/cards/decide-with-card.ts';
import { listAgentCalls } from '../core/money/agents/list-agent-calls.ts';
import { listApprovals } from '../core/money/agents/list-approvals.ts';
import { listMcpKeys } from '../core/money/agents/list-mcp-keys.ts';
import { revokeKey } from '../core/ground/keys/revoke-key.ts';
import { bind } from '../door/bind.ts';

/** Keys of agents, their requests for approval, and their calls. */
export const agentsRoutes = bind(rows, {
  listMcpKeys: (ctx) => listMcpKeys(ctx, ctx),
  createMcpKey: async (ctx, { body }) => {
    const { id, text, prefix, expiresAt } = await createMcpKey(ctx, { accountId: ctx.accountId, ...body });
    return { id, key: text, prefix, expiresAt: expiresAt.toISOString() };
  },
  changeMcpKey: async (ctx, { params: { keyId }, body }) => {
    await changeMcpKey(ctx, { accountId: ctx.accountId, keyId, ...body });
    return { id: keyId };
  },
  revokeMcpKey: async (ctx, { params: { keyId } }) => {
    const { id, revokedAt } = await revokeKey(ctx, { accountId: ctx.accountId, keyId });
    return { id, revokedAt: revokedAt.toISOString() };
  },
  listApprovals: (ctx, { query }) => listApprovals(ctx, { accountId: ctx.accountId, ...query }),
  decideApproval: async (ctx, { params: { approvalId }, body }) => {
    await decideWithCard(ctx, { approvalId, ...body });
    return { id: approvalId };
  },
  listAgentCalls: (ctx, { query }) => listAgentCalls(ctx, { accountId: ctx.accountId, ...query }),
});
