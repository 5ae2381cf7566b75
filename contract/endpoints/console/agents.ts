import { z } from 'zod';
import { AgentApproval, AgentCall, ChangeMcpKeyRequest, CreateMcpKeyRequest, McpKey } from '../../agents.ts';
import { memberChanges, memberReads } from '../../console-rows.ts';
import { ApiKeyRevoked } from '../../console.ts';
import { Done } from '../../done.ts';
import { endpoint, list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { PageQuery } from '../../pages.ts';
import { secretText } from '../../secret-text.ts';

const read = { ...memberReads, needs: 'keys.read' } as const;
const write = { ...memberChanges, needs: 'keys.write' } as const;
const KeyPath = z.object({ keyId: IdText });
const McpKeyCreated = z.object({ id: z.string(), key: secretText(z.string()), prefix: z.string(), expiresAt: z.iso.datetime() });

export const listMcpKeys = endpoint('GET', '/mcp-keys', {
  ...read,
  takes: {},
  data: z.array(McpKey),
  summary: 'Keys of agents, with what each has spent',
});

export const createMcpKey = endpoint('POST', '/mcp-keys', {
  ...write,
  opensWayIn: true,
  takes: { body: CreateMcpKeyRequest },
  status: 201,
  data: McpKeyCreated,
  errors: ['INVALID_REQUEST'],
  summary: 'Make a key for an agent; its text is told this once',
});

export const changeMcpKey = endpoint('PUT', '/mcp-keys/:keyId', {
  ...write,
  opensWayIn: true,
  takes: { params: KeyPath, body: ChangeMcpKeyRequest },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Change what an agent may do and spend',
});

export const revokeMcpKey = endpoint('DELETE', '/mcp-keys/:keyId', {
  ...write,
  takes: { params: KeyPath },
  data: ApiKeyRevoked,
  errors: ['NOT_FOUND'],
  summary: 'End a key at once',
});

export const listApprovals = list('/approvals', {
  ...read,
  takes: { query: PageQuery.extend({ pending: z.stringbool().optional() }) },
  of: AgentApproval,
  summary: 'What agents want to spend that a person must allow',
});

export const decideApproval = endpoint('POST', '/approvals/:approvalId', {
  ...write,
  takes: { params: z.object({ approvalId: IdText }), body: z.strictObject({ decision: z.enum(['approved', 'refused']) }) },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'APPROVAL_NOT_PENDING'],
  summary: 'Allow it, or refuse',
});

export const listAgentCalls = list('/agent-calls', {
  ...read,
  takes: { query: PageQuery.extend({ keyId: IdText.optional() }) },
  of: AgentCall,
  summary: 'What agents asked for, the newest first',
});
