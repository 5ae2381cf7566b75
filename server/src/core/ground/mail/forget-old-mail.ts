import type { Mailer } from '../../../mail/mailer.ts';
import { addMs } from '../../../kit/clock.ts';
import type { Ctx } from '../ctx.ts';
import { forgetContents, removeRecords } from './mail-retention.store.ts';
import { MAIL_CONTENT_KEPT_MS, MAIL_RECORD_KEPT_MS } from './mail.rules.ts';

const AT_ONCE = 1000;

/** Erases the content of old mail, and later its record. Never touches waiting mail. Safe with several workers. Runs daily. */
export async function forgetOldMail(ctx: Ctx, mailer: Mailer): Promise<void> {
  const now = ctx.clock.now();
  await untilNoneIsLeft(() => forgetContents(ctx.db.sql, { before: addMs(now, -MAIL_CONTENT_KEPT_MS), limit: AT_ONCE }));
  await untilNoneIsLeft(() => removeRecords(ctx.db.sql, { before: addMs(now, -MAIL_RECORD_KEPT_MS), limit: AT_ONCE }));
  await mailer.forget?.(addMs(ctx.clock.wall(), -MAIL_CONTENT_KEPT_MS));
}

/** In batches, so that years of mail lock nothing for long. */
async function untilNoneIsLeft(batch: () => Promise<number>): Promise<void> {
  while ((await batch()) >= AT_ONCE);
}
