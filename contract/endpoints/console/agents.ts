import { z } from 'zod';
import { AgentApproval, AgentCall, ChangeMcpKeyRequest, CreateMcpKeyRequest, McpKey } from '../../agents/agents.ts';
import { memberChanges, memberReads } from '../../api/console-rows.ts';
import { ApiKeyRevoked } from '../../people/keys.ts';
import { Done } from '../../api/done.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import { PageQuery } from '../../api/pages.ts';
import { secretText } from '../../values/secret-text.ts';

const read = endpointRows({ ...memberReads, needs: 'keys.read' });
const write = endpointRows({ ...memberChanges, needs: 'keys.write' });
const KeyPath = z.object({ keyId: IdText });
const DecideApprovalRequest = z.strictObject({
  decision: z.enum(['approved', 'refused']),
  expectedCardId: IdText.optional().meta({ description: 'The default card that the person was shown' }),
});
const McpKeyCreated = z.object({ id: z.string(), key: secretText(z.string()), prefix: z.string(), expiresAt: z.iso.datetime() });

export const listMcpKeys = read.get('/mcp-keys', 'Keys of agents, with what each has spent', { takes: {}, data: z.array(McpKey) });

export const createMcpKey = write.post('/mcp-keys', 'Make a key for an agent; its text is told this once', {
  opensWayIn: true,
  takes: { body: CreateMcpKeyRequest },
  status: 201,
  data: McpKeyCreated,
  errors: ['INVALID_REQUEST'],
});

export const changeMcpKey = write.put('/mcp-keys/:keyId', 'Change what an agent may do and spend', {
  opensWayIn: true,
  takes: { params: KeyPath, body: ChangeMcpKeyRequest },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const revokeMcpKey = write.delete('/mcp-keys/:keyId', 'End a key at once', {
  takes: { params: KeyPath },
  data: ApiKeyRevoked,
  errors: ['NOT_FOUND'],
});

export const listApprovals = read.list('/approvals', 'What agents want to spend that a person must allow', {
  takes: { query: PageQuery.extend({ pending: z.stringbool().optional() }) },
  of: AgentApproval,
});

export const decideApproval = write.post('/approvals/:approvalId', 'Allow it, or refuse', {
  takes: { params: z.object({ approvalId: IdText }), body: DecideApprovalRequest },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'APPROVAL_NOT_PENDING', 'CONFIRM_AGAIN'],
});

export const listAgentCalls = read.list('/agent-calls', 'What agents asked for, the newest first', {
  takes: { query: PageQuery.extend({ keyId: IdText.optional() }) },
  of: AgentCall,
});
