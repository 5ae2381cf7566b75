import { notFound } from '../../../kit/errors.ts';
import type { MailStatus } from '../../../db/rows.gen.ts';
import type { Ctx } from '../ctx.ts';
import { decodeIdCursor, LIST_MAX, page, type Page } from '../page.ts';
import { findDelivery, selectDeliveries, type DeliveryRow } from './mail.store.ts';

/** A mail as operators see it: without the token of its link. */
export type SeenMail = Omit<DeliveryRow, 'secret'>;

/** Mails, newest first. For operators. */
export async function listMail(
  ctx: Ctx,
  input: { accountId?: string | undefined; status?: MailStatus | undefined; limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<Page<SeenMail>> {
  const { cursor, ...filter } = input;
  const limit = input.limit ?? LIST_MAX;
  const before = cursor === undefined ? undefined : decodeIdCursor(cursor, 'mail');
  const { items, nextCursor } = page(await selectDeliveries(ctx.db.sql, { ...filter, before, limit: limit + 1 }), limit, (row) => row.id);
  return { items: items.map(withoutSecret), nextCursor };
}

/** A mail and the facts in it. For operators. @throws NOT_FOUND */
export async function getMail(ctx: Ctx, input: { mailId: string }): Promise<SeenMail & { serverId: string | null; data: unknown }> {
  const found = await findDelivery(ctx.db.sql, input.mailId);
  if (!found) throw notFound('mail');
  return withoutSecret(found);
}

function withoutSecret<T extends { secret: unknown }>({ secret: _secret, ...rest }: T): Omit<T, 'secret'> {
  return rest;
}
