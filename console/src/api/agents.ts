import * as agents from '@boreal/contract/endpoints/console/agents.ts';
import type { DataOf } from '@boreal/contract/api/request.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from './call.ts';

export type McpKeyCreated = DataOf<typeof agents.createMcpKey>;

/** Valid keys of agents, with what each has spent. */
export const mcpKeysQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'mcp-keys'],
    queryFn: ({ signal }) => call(agents.listMcpKeys, { params: { accountId }, signal }),
    refetchInterval: 30_000,
  });

/** The calls of a key, newest first. */
export const listAgentCalls = (accountId: string, keyId: string, cursor: string | null) =>
  callPage(agents.listAgentCalls, { params: { accountId }, cursor, limit: 20, query: { keyId } });

export const approvalsKey = (accountId: string) => [accountId, 'approvals'];

/** What agents wait for a person to approve. */
export const pendingApprovalsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...approvalsKey(accountId), 'pending'],
    queryFn: ({ signal }) => call(agents.listApprovals, { params: { accountId }, query: { pending: true }, signal }),
    refetchInterval: 5000,
  });

/** Requests that are decided or over; those still waiting are in the list of pending ones. */
export async function listDecidedApprovals(accountId: string, cursor: string | null) {
  const { items, nextCursor } = await callPage(agents.listApprovals, { params: { accountId }, cursor });
  return { items: items.filter(({ status }) => status !== 'pending'), nextCursor };
}
