import { AuditAction, AuditEntry } from '@boreal/contract/audit.ts';
import { ServerBudget, SPEND_DAYS_MAX, SpendByDay } from '@boreal/contract/billing.ts';
import {
  AccountBudget,
  ApiKeyCreated,
  ApiKeyRevoked,
  CreateApiKeyRequest,
  ServerState,
  SetAccountBudgetRequest,
  SetServerBudgetRequest,
} from '@boreal/contract/console.ts';
import { IdText } from '@boreal/contract/ids.ts';
import { Profile, UpdateProfileRequest } from '@boreal/contract/profile.ts';
import { AddSshKeyRequest, GeneratedSshKey } from '@boreal/contract/ssh-keys.ts';
import { z } from 'zod';
import { getProfile } from '../core/accounts/get-profile.ts';
import { updateProfile } from '../core/accounts/update-profile.ts';
import { listAudit } from '../core/audit/list-audit.ts';
import { getServerBudget } from '../core/billing/budgets/get-server-budget.ts';
import { setAccountBudget } from '../core/billing/budgets/set-account-budget.ts';
import { setServerBudget } from '../core/billing/budgets/set-server-budget.ts';
import { getSpendByDay } from '../core/billing/ledger/get-spend-by-day.ts';
import { createKey } from '../core/keys/create-key.ts';
import { revokeKey } from '../core/keys/revoke-key.ts';
import { listServerStates } from '../core/servers/list-server-states.ts';
import { generateSshKey } from '../core/ssh-keys/generate-ssh-key.ts';
import { endpoint, list } from '../door/define-endpoint.ts';
import { ownServer, ServerPath } from '../door/own-server.ts';
import { PageQuery } from '../door/pages.ts';
import { microsOrNull, tellAccountBudget } from './account-budget.ts';
import { CHANGES, READS } from './console-limits.ts';

const read = { group: 'Console', limit: READS } as const;
const change = { group: 'Console', limit: CHANGES } as const;
const AuditQuery = PageQuery.extend({ action: AuditAction.optional(), target: IdText.optional() });

/** What only people do with an account that they belong to, besides what keys do too. */
export const accountRoutes = [
  endpoint(
    'GET',
    '/profile',
    { ...read, needs: 'profile.read', takes: {}, data: Profile, name: 'getProfile', summary: 'Who the account is' },
    (ctx) => getProfile(ctx),
  ),
  endpoint(
    'PUT',
    '/profile',
    {
      ...change,
      needs: 'profile.write',
      takes: { body: UpdateProfileRequest },
      data: Profile,
      errors: ['INVALID_REQUEST'],
      name: 'updateProfile',
      summary: 'Change name, company, address, language or tax numbers',
    },
    (ctx, { body }) => updateProfile(ctx, body),
  ),
  list(
    '/audit',
    { ...read, needs: 'audit.read', takes: { query: AuditQuery }, of: AuditEntry, name: 'listAudit', summary: 'Who did what' },
    (ctx, { query }) => listAudit(ctx, query),
  ),
  endpoint(
    'GET',
    '/server-states',
    {
      ...read,
      needs: 'servers.read',
      takes: {},
      data: z.array(ServerState),
      name: 'listServerStates',
      summary: 'What changes of servers while one looks at them',
    },
    (ctx) => listServerStates(ctx),
  ),

  endpoint(
    'GET',
    '/budget',
    { ...read, needs: 'billing.read', takes: {}, data: AccountBudget, name: 'getAccountBudget', summary: 'Limits and what is spent' },
    (ctx) => tellAccountBudget(ctx, ctx.accountId),
  ),
  endpoint(
    'PUT',
    '/budget',
    {
      ...change,
      needs: 'billing.write',
      takes: { body: SetAccountBudgetRequest },
      data: AccountBudget,
      errors: ['INVALID_REQUEST'],
      name: 'setAccountBudget',
      summary: 'Set or lift the monthly and the daily limit',
    },
    async (ctx, { body: { monthlyLimit, dailyLimit } }) => {
      await setAccountBudget(ctx, {
        accountId: ctx.accountId,
        ...(monthlyLimit !== undefined && { monthLimitMicros: microsOrNull(monthlyLimit) }),
        ...(dailyLimit !== undefined && { dayLimitMicros: microsOrNull(dailyLimit) }),
      });
      return tellAccountBudget(ctx, ctx.accountId);
    },
  ),
  endpoint(
    'GET',
    '/spend-by-day',
    {
      ...read,
      needs: 'billing.read',
      takes: { query: z.object({ days: z.coerce.number().int().min(1).max(SPEND_DAYS_MAX).optional() }) },
      data: SpendByDay,
      errors: ['INVALID_REQUEST'],
      name: 'getSpendByDay',
      summary: 'What each of the last days cost',
    },
    (ctx, { query }) => getSpendByDay(ctx, query),
  ),
  endpoint(
    'PUT',
    '/servers/:id/budget',
    {
      ...change,
      needs: 'billing.write',
      takes: { params: ServerPath, body: SetServerBudgetRequest },
      data: ServerBudget,
      owns: ownServer,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'setServerBudget',
      summary: "Set or lift a server's own monthly limit",
    },
    async (ctx, { params: { id }, body: { monthlyLimit } }) => {
      await setServerBudget(ctx, { serverId: id, monthLimitMicros: microsOrNull(monthlyLimit) });
      return getServerBudget(ctx, { serverId: id });
    },
  ),

  endpoint(
    'POST',
    '/settings/ssh-keys/generate',
    {
      ...change,
      needs: 'servers.write',
      takes: { body: AddSshKeyRequest.pick({ name: true }) },
      status: 201,
      data: GeneratedSshKey,
      errors: ['INVALID_REQUEST'],
      name: 'generateSshKey',
      summary: 'Make a pair; its private half is told this once',
    },
    (ctx, { body }) => generateSshKey(ctx, body),
  ),
  endpoint(
    'POST',
    '/v1/api-keys',
    {
      ...change,
      needs: 'keys.write',
      opensWayIn: true,
      takes: { body: CreateApiKeyRequest },
      status: 201,
      data: ApiKeyCreated,
      errors: ['INVALID_REQUEST'],
      name: 'createApiKey',
      summary: 'Make a REST key; its text is told this once',
    },
    async (ctx, { body: { name, access } }) => {
      const { id, text, prefix, expiresAt } = await createKey(ctx, { accountId: ctx.accountId, kind: 'rest', access, name });
      return { id, name, access, key: text, prefix, expiresAt: expiresAt.toISOString() };
    },
  ),
  endpoint(
    'DELETE',
    '/v1/api-keys/:keyId',
    {
      ...change,
      needs: 'keys.write',
      takes: { params: z.object({ keyId: IdText }) },
      data: ApiKeyRevoked,
      errors: ['NOT_FOUND'],
      name: 'revokeApiKey',
      summary: 'End a key, everywhere at once and for good',
    },
    async (ctx, { params: { keyId } }) => {
      const { id, revokedAt } = await revokeKey(ctx, { accountId: ctx.accountId, keyId });
      return { id, revokedAt: revokedAt.toISOString() };
    },
  ),
];
