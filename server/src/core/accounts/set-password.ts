import type { Ctx } from '../ctx.ts';
import { hashPassword } from './password.ts';

/** Gives a person another password. */
export async function setPassword(ctx: Ctx, input: { userId: string; password: string }): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  await ctx.transact((tx) => tx.updateTable('users').set({ passwordHash }).where('id', '=', input.userId).execute());
}
