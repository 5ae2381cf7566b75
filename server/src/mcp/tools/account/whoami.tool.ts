import { McpKey } from '@boreal/contract/agents/agents.ts';
import { z } from 'zod';
import { readProfile } from '../../../core/ground/profiles/read-profile.ts';
import { getOwnKey } from '../../../core/money/agents/get-own-key.ts';
import { defineTool } from '../../define-tool.ts';

export const whoami = defineTool({
  name: 'svc_whoami',
  group: 'account',
  title: 'Who am I',
  description: 'Account and key in use: permissions, caps, spending, approval limit.',
  input: z.strictObject({}),
  output: z.object({
    account: z.object({ id: z.string(), name: z.string() }),
    key: McpKey.omit({ prefix: true, madeBy: true, lastUsedAt: true, createdAt: true, expiresAt: true }),
  }),
  run: async (ctx) => {
    const { name } = await readProfile(ctx.db.sql, ctx.accountId);
    const key = await getOwnKey(ctx, { keyId: ctx.keyId });
    return { account: { id: ctx.accountId, name }, key: { id: ctx.keyId, name: ctx.actor.name ?? '', ...key } };
  },
  tell: ({ account, key }) =>
    `${account.id}, ${key.id}: may read${key.readOnly ? ' only' : key.permissions.map((one) => `, ${one}`).join('')}.`,
});
