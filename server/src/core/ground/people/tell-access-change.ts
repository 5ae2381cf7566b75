import type { AccessChange } from '@boreal/contract/account/notices.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../ctx.ts';
import { recordNotice } from '../notices/record-notice.ts';
import { findAddressee } from './users.store.ts';

interface Change {
  readonly what: AccessChange;
  readonly name?: string | null;
  /** The account whose key or member it is about: the mail is erased with it. */
  readonly accountId?: string;
}

/**
 * Mails a person about a change to how they sign in, with who requested it and from where, because it may not have been them. Recorded with
 * the change, so that no change goes unreported. For a key or Boreal itself there is nobody to tell.
 */
export async function tellAccessChange(
  tx: Tx,
  ctx: Ctx,
  { userId, what, name = null, accountId }: Change & { userId: string | null },
): Promise<void> {
  const person = userId === null ? null : await findAddressee(tx, userId);
  if (!person) return;
  const to = { email: person.email, name: person.name, language: person.language };
  const data = { what, name, by: ctx.address, at: ctx.clock.wall().toISOString() };
  await recordNotice(tx, ctx, { accountId: accountId ?? null, kind: 'access_changed', serverId: null, data, to });
}

/** As tellAccessChange, to the caller, if it is a signed-in person. */
export function tellOwnAccessChange(tx: Tx, ctx: Ctx, change: Change): Promise<void> {
  return tellAccessChange(tx, ctx, { ...change, userId: ctx.actor.type === 'user' ? ctx.actor.id : null });
}

/** As tellAccessChange, of what others did; not when the caller did it to themselves. From where they did it is nobody else's to know. */
export async function tellDoneByOthers(tx: Tx, ctx: Ctx, change: Change & { userId: string }): Promise<void> {
  if (ctx.actor.type === 'user' && ctx.actor.id === change.userId) return;
  await tellAccessChange(tx, { ...ctx, address: null }, change);
}
