import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { savePassword } from './credentials.store.ts';
import { hashPassword } from './password.ts';
import { tellAccessChange } from './tell-access-change.ts';

/** Gives a person a new password. */
export async function setPassword(ctx: Ctx, input: { userId: string; password: string }): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  await ctx.transact(async (tx) => {
    await savePassword(tx, { userId: input.userId, passwordHash, now: ctx.clock.now() });
    await recordAudit(tx, ctx, { accountId: null, action: 'password.changed', target: input.userId });
    await tellAccessChange(tx, ctx, { userId: input.userId, what: 'password_changed' });
  });
}
