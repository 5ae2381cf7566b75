import type { Me, UpdateMeRequest } from '@boreal/contract/people/people.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { getMe } from './get-me.ts';
import { changePerson } from './users.store.ts';

/** Changes the name or the language of the signed-in person; omitted fields keep their values. */
export async function updateMe(ctx: Ctx, input: UpdateMeRequest & { userId: string }): Promise<Me> {
  const { userId, name, language } = input;
  const changes = { ...(name !== undefined && { name }), ...(language !== undefined && { language }) };
  await ctx.transact(async (tx) => {
    await changePerson(tx, { userId, at: ctx.clock.now(), change: changes });
    await recordAudit(tx, ctx, { accountId: null, action: 'person.updated', target: userId, detail: changes });
  });
  return getMe(ctx, { userId });
}
