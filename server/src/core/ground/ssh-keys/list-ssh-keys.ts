import type { SshKey } from '@boreal/contract/ssh-keys.ts';
import type { CustomerCtx } from '../ctx.ts';
import { decodeIdCursor, LIST_MAX, page, type Page } from '../page.ts';
import { sshKeyOf } from './ssh-keys.rules.ts';
import { selectSshKeys } from './ssh-keys.store.ts';

/** The account's SSH keys, oldest first. */
export async function listSshKeys(
  ctx: CustomerCtx,
  input: { limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<Page<SshKey>> {
  const limit = input.limit ?? LIST_MAX;
  const after = input.cursor === undefined ? '' : decodeIdCursor(input.cursor, 'sshKey');
  const rows = await selectSshKeys(ctx.db.sql, { accountId: ctx.accountId, after, limit: limit + 1 });
  const { items, nextCursor } = page(rows, limit, (row) => row.id);
  return { items: items.map(sshKeyOf), nextCursor };
}
