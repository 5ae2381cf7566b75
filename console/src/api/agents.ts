import * as agents from '@boreal/contract/endpoints/console/agents.ts';
import type { DataOf } from '@boreal/contract/request.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from './call.ts';

export type McpKeyCreated = DataOf<typeof agents.createMcpKey>;

/** Keys of agents that still work, with what each has spent. */
export const mcpKeysQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'mcp-keys'],
    queryFn: ({ signal }) => call(agents.listMcpKeys, { params: { accountId }, signal }),
    refetchInterval: 30_000,
  });

/** What a key called, the newest first. */
export const listAgentCalls = (accountId: string, keyId: string, cursor: string | null) =>
  callPage(agents.listAgentCalls, { params: { accountId }, cursor, limit: 20, query: { keyId } });

export const approvalsKey = (accountId: string) => [accountId, 'approvals'];

/** What agents wait for a person to allow. */
export const pendingApprovalsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...approvalsKey(accountId), 'pending'],
    queryFn: ({ signal }) => call(agents.listApprovals, { params: { accountId }, query: { pending: true }, signal }),
    refetchInterval: 5000,
  });

/** What was asked for and is decided or over; what still waits stands in the list of what is pending. */
export async function listDecidedApprovals(accountId: string, cursor: string | null) {
  const { items, nextCursor } = await callPage(agents.listApprovals, { params: { accountId }, cursor });
  return { items: items.filter(({ status }) => status !== 'pending'), nextCursor };
}
