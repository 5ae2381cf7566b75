import { AgentApproval, AgentCall, ChangeMcpKeyRequest, CreateMcpKeyRequest, McpKey } from '@boreal/contract/agents.ts';
import { ApiKeyRevoked, Done } from '@boreal/contract/console.ts';
import { IdText } from '@boreal/contract/ids.ts';
import { secretText } from '@boreal/contract/secret-text.ts';
import { z } from 'zod';
import { changeMcpKey } from '../core/agents/change-mcp-key.ts';
import { createMcpKey } from '../core/agents/create-mcp-key.ts';
import { decideApproval } from '../core/agents/decide-approval.ts';
import { listAgentCalls } from '../core/agents/list-agent-calls.ts';
import { listApprovals } from '../core/agents/list-approvals.ts';
import { listMcpKeys } from '../core/agents/list-mcp-keys.ts';
import { revokeKey } from '../core/keys/revoke-key.ts';
import { endpoint, list } from '../door/define-endpoint.ts';
import { PageQuery } from '../door/pages.ts';
import { CHANGES, READS } from './console-limits.ts';

const read = { group: 'Console', limit: READS, needs: 'keys.read' } as const;
const write = { group: 'Console', limit: CHANGES, needs: 'keys.write' } as const;
const KeyPath = z.object({ keyId: IdText });
const McpKeyCreated = z.object({ id: z.string(), key: secretText(z.string()), prefix: z.string(), expiresAt: z.iso.datetime() });

/** Keys of agents, what they ask people to allow, and what they did. */
export const agentsRoutes = [
  endpoint(
    'GET',
    '/mcp-keys',
    { ...read, takes: {}, data: z.array(McpKey), name: 'listMcpKeys', summary: 'Keys of agents, with what each has spent' },
    (ctx) => listMcpKeys(ctx, ctx),
  ),
  endpoint(
    'POST',
    '/mcp-keys',
    {
      ...write,
      opensWayIn: true,
      takes: { body: CreateMcpKeyRequest },
      status: 201,
      data: McpKeyCreated,
      errors: ['INVALID_REQUEST'],
      name: 'createMcpKey',
      summary: 'Make a key for an agent; its text is told this once',
    },
    async (ctx, { body }) => {
      const { id, text, prefix, expiresAt } = await createMcpKey(ctx, { accountId: ctx.accountId, ...body });
      return { id, key: text, prefix, expiresAt: expiresAt.toISOString() };
    },
  ),
  endpoint(
    'PUT',
    '/mcp-keys/:keyId',
    {
      ...write,
      opensWayIn: true,
      takes: { params: KeyPath, body: ChangeMcpKeyRequest },
      data: Done,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'changeMcpKey',
      summary: 'Change what an agent may do and spend',
    },
    async (ctx, { params: { keyId }, body }) => {
      await changeMcpKey(ctx, { accountId: ctx.accountId, keyId, ...body });
      return { id: keyId };
    },
  ),
  endpoint(
    'DELETE',
    '/mcp-keys/:keyId',
    {
      ...write,
      takes: { params: KeyPath },
      data: ApiKeyRevoked,
      errors: ['NOT_FOUND'],
      name: 'revokeMcpKey',
      summary: 'End a key at once',
    },
    async (ctx, { params: { keyId } }) => {
      const { id, revokedAt } = await revokeKey(ctx, { accountId: ctx.accountId, keyId });
      return { id, revokedAt: revokedAt.toISOString() };
    },
  ),
  list(
    '/approvals',
    {
      ...read,
      takes: { query: PageQuery.extend({ pending: z.stringbool().optional() }) },
      of: AgentApproval,
      name: 'listApprovals',
      summary: 'What agents want to spend that a person must allow',
    },
    (ctx, { query }) => listApprovals(ctx, { accountId: ctx.accountId, ...query }),
  ),
  endpoint(
    'POST',
    '/approvals/:approvalId',
    {
      ...write,
      takes: { params: z.object({ approvalId: IdText }), body: z.strictObject({ decision: z.enum(['approved', 'refused']) }) },
      data: Done,
      errors: ['INVALID_REQUEST', 'NOT_FOUND', 'APPROVAL_NOT_PENDING'],
      name: 'decideApproval',
      summary: 'Allow it, or refuse',
    },
    async (ctx, { params: { approvalId }, body: { decision } }) => {
      await decideApproval(ctx, { accountId: ctx.accountId, approvalId, decision });
      return { id: approvalId };
    },
  ),
  list(
    '/agent-calls',
    {
      ...read,
      takes: { query: PageQuery.extend({ keyId: IdText.optional() }) },
      of: AgentCall,
      name: 'listAgentCalls',
      summary: 'What agents asked for, the newest first',
    },
    (ctx, { query }) => listAgentCalls(ctx, { accountId: ctx.accountId, ...query }),
  ),
];
