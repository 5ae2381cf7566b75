import type { Me } from '@boreal/contract/people/people.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { getMe } from './get-me.ts';
import { saveTerms } from './users.store.ts';

/**
 * Records which terms and privacy policy the signed-in person agrees to, and when; the audit log keeps the earlier ones. Idempotent: the
 * time stays that of the first call.
 */
export async function acceptTerms(ctx: Ctx, { userId, version }: { userId: string; version: string }): Promise<Me> {
  await ctx.transact(async (tx) => {
    const before = await saveTerms(tx, { userId, version, at: ctx.clock.now() });
    if (before === version) return;
    await recordAudit(tx, ctx, { accountId: null, action: 'person.accepted_terms', target: userId, detail: { before, after: version } });
  });
  return getMe(ctx, { userId });
}
