import type { Tx } from '../../../db/connect.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../ctx.ts';
import { anyUnaddressed, insertDeliveries, markAddressed, takeUnaddressed } from './mail.store.ts';
import { recipientsOf } from './recipients.ts';

const AT_ONCE = 100;

/**
 * Addresses new notices: a mail for each recipient. Safe with any number of workers. Returns how many notices; fewer than AT_ONCE means
 * that none is left.
 */
export async function addressNotices(ctx: Ctx): Promise<number> {
  let addressed = 0;
  // Asked every few seconds; the answer is nearly always no.
  while (await anyUnaddressed(ctx.db.sql)) {
    const count = await ctx.transact((tx) => addressSome(tx, ctx));
    addressed += count;
    if (count < AT_ONCE) break;
  }
  return addressed;
}

async function addressSome(tx: Tx, ctx: Ctx): Promise<number> {
  const notices = await takeUnaddressed(tx, AT_ONCE);
  const createdAt = ctx.clock.now();
  const nextTryAt = ctx.clock.wall();
  for (const notice of notices) {
    const recipients = await recipientsOf(tx, notice);
    await insertDeliveries(
      tx,
      recipients.map(({ email, name, language }) => ({
        id: newId('mail', createdAt),
        noticeId: notice.id,
        accountId: notice.accountId,
        kind: notice.kind,
        toEmail: email,
        toName: name,
        language,
        secret: notice.secret,
        status: 'waiting',
        attempts: 0,
        nextTryAt,
        leaseToken: 0,
        createdAt,
      })),
    );
  }
  await markAddressed(tx, { ids: notices.map(({ id }) => id), at: createdAt });
  return notices.length;
}
