import { notFound } from '../../../kit/errors.ts';
import type { MailStatus } from '../../../db/rows.gen.ts';
import type { Ctx } from '../ctx.ts';
import { pageById, type Page, type PageInput } from '../page.ts';
import { findDelivery, selectDeliveries, type DeliveryRow } from './mail.store.ts';

/** A mail as operators see it: without the token of its link. */
export type SeenMail = Omit<DeliveryRow, 'secret'>;

/** Mails, newest first. For operators. */
export async function listMail(
  ctx: Ctx,
  input: PageInput & { accountId?: string | undefined; status?: MailStatus | undefined } = {},
): Promise<Page<SeenMail>> {
  const { items, nextCursor } = await pageById('mail', input, (before, limit) => selectDeliveries(ctx.db.sql, { ...input, before, limit }));
  return { items: items.map(withoutSecret), nextCursor };
}

/** A mail and the facts in it. For operators. @throws NOT_FOUND */
export async function getMail(ctx: Ctx, input: { mailId: string }): Promise<SeenMail & { serverId: string | null; data: unknown }> {
  const found = await findDelivery(ctx.db.sql, input.mailId);
  if (!found) throw notFound('mail');
  const { namedEmail: _, ...mail } = withoutSecret(found);
  return mail;
}

function withoutSecret<T extends { secret: unknown }>({ secret: _secret, ...rest }: T): Omit<T, 'secret'> {
  return rest;
}
