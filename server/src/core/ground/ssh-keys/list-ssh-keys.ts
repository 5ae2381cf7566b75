import type { SshKey } from '@boreal/contract/people/ssh-keys.ts';
import type { CustomerCtx } from '../ctx.ts';
import { pageById, type Page, type PageInput } from '../page.ts';
import { sshKeyOf } from './ssh-keys.rules.ts';
import { selectSshKeys } from './ssh-keys.store.ts';

/** The account's SSH keys, oldest first. */
export async function listSshKeys(ctx: CustomerCtx, input: PageInput = {}): Promise<Page<SshKey>> {
  const { accountId } = ctx;
  const { items, nextCursor } = await pageById('sshKey', input, (lastId, limit) =>
    selectSshKeys(ctx.db.sql, { accountId, after: lastId ?? '', limit }),
  );
  return { items: items.map(sshKeyOf), nextCursor };
}
