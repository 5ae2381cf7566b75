import { AgentApproval, AgentCall, McpKey, ChangeMcpKeyRequest, CreateMcpKeyRequest } from '@boreal/contract/agents.ts';
import { ApiKeyRevoked, Done } from '@boreal/contract/console.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callConsole, callPage } from './call.ts';
import { underAccount } from './paths.ts';

const McpKeyCreated = z.object({ id: z.string(), key: z.string(), prefix: z.string(), expiresAt: z.iso.datetime() });
export type McpKeyCreated = z.infer<typeof McpKeyCreated>;

/** Keys of agents that still work, with what each has spent. */
export const mcpKeysQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'mcp-keys'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/mcp-keys'), z.array(McpKey), { signal }),
    refetchInterval: 30_000,
  });

/** Makes a key for an agent; its text is told this once. */
export const createMcpKey = (accountId: string, body: CreateMcpKeyRequest) =>
  callConsole(underAccount(accountId, '/mcp-keys'), McpKeyCreated, { method: 'POST', takes: CreateMcpKeyRequest, body });

export const changeMcpKey = (accountId: string, keyId: string, body: ChangeMcpKeyRequest) =>
  callConsole(mcpKeyPath(accountId, keyId), Done, { method: 'PUT', takes: ChangeMcpKeyRequest, body });

export const revokeMcpKey = (accountId: string, keyId: string) =>
  callConsole(mcpKeyPath(accountId, keyId), ApiKeyRevoked, { method: 'DELETE' });

/** What a key called, the newest first. */
export const listAgentCalls = (accountId: string, keyId: string, cursor: string | null) =>
  callPage(underAccount(accountId, '/agent-calls'), AgentCall, { cursor, limit: 20, query: { keyId } });

export const approvalsKey = (accountId: string) => [accountId, 'approvals'];

/** What agents wait for a person to allow. */
export const pendingApprovalsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...approvalsKey(accountId), 'pending'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/approvals?pending=true'), z.array(AgentApproval), { signal }),
    refetchInterval: 5000,
  });

/** What was asked for and is decided or over; what still waits stands in the list of what is pending. */
export async function listDecidedApprovals(accountId: string, cursor: string | null) {
  const { items, nextCursor } = await callPage(underAccount(accountId, '/approvals'), AgentApproval, { cursor });
  return { items: items.filter(({ status }) => status !== 'pending'), nextCursor };
}

export const decideApproval = (accountId: string, approvalId: string, decision: 'approved' | 'refused') =>
  callConsole(underAccount(accountId, `/approvals/${encodeURIComponent(approvalId)}`), Done, { method: 'POST', body: { decision } });

function mcpKeyPath(accountId: string, keyId: string): string {
  return underAccount(accountId, `/mcp-keys/${encodeURIComponent(keyId)}`);
}
