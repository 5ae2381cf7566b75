import { KeyKind } from '@boreal/contract/people/keys.ts';
import type { Command } from 'commander';
import { findAccount, findKeyOwner } from '../../core/money/accounts/accounts.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { selectWorkingKeys } from '../../core/ground/keys/keys.store.ts';
import { revokeKey } from '../../core/ground/keys/revoke-key.ts';
import { LIST_MAX } from '../../core/ground/page.ts';
import { notFound } from '../../kit/errors.ts';
import type { Operate } from '../operate.ts';
import { plain, table, when, wholeList, type CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';

/** Keys are created only in the console: only their owner may see their text. */
export function addKeyCommands(program: Command, operate: Operate): void {
  const key = program.command('key').description('API and MCP keys of customers; created in the console');

  verb(key, 'list <account>', operate(list), {
    description: 'Show the keys of an account that still work, the newest first.',
    example: 'acc_01kb3c9q',
  });

  verb(key, 'revoke <key>', operate(revoke), { description: 'End a key, everywhere at once and for good.', example: 'key_01kb3c9q' });
}

async function list(ctx: Ctx, accountId: string): Promise<CommandOutput> {
  if (!(await findAccount(ctx.db.sql, accountId))) throw notFound('account');
  const now = ctx.clock.now();
  const keys = [];
  for (const kind of KeyKind.options) {
    const rows = await selectWorkingKeys(ctx.db.sql, { accountId, kind, now, before: undefined, limit: LIST_MAX });
    keys.push(...rows.map((row) => ({ ...row, kind })));
  }
  const text = table(
    keys,
    [
      { title: 'id', of: (row) => row.id },
      { title: 'kind', of: (row) => row.kind },
      { title: 'access', of: (row) => row.access.replace('_', ' ') },
      { title: 'name', of: (row) => row.name },
      { title: 'begins with', of: (row) => row.prefix },
      { title: 'created', of: (row) => when(row.createdAt) },
      { title: 'expires', of: (row) => when(row.expiresAt) },
      { title: 'last used', of: (row) => when(row.lastUsedAt) },
    ],
    'The account has no key that works.',
  );
  return wholeList(keys, text);
}

async function revoke(ctx: Ctx, keyId: string): Promise<CommandOutput> {
  const key = await findKeyOwner(ctx.db.sql, keyId);
  if (!key) throw notFound('key');
  const { revokedAt } = await revokeKey(ctx, { accountId: key.accountId, keyId });
  const already = key.revokedAt !== null;
  const text = already
    ? `The key "${key.name}" of ${key.accountId} was revoked before, at ${when(revokedAt)}; nothing changed. Key: ${keyId}`
    : `Revoked the key "${key.name}" of ${key.accountId}; it stops working at once. Key: ${keyId}`;
  return { data: { id: keyId, accountId: key.accountId, name: key.name, revokedAt, already }, text: plain(text) };
}
