import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { createAccount } from './create-account.ts';

/** Opens an account without credit or members. For operators. */
export function openAccount(ctx: Ctx, input: { name: string }): Promise<{ id: string }> {
  return ctx.transact(async (tx) => {
    const id = await createAccount(tx, { name: input.name, now: ctx.clock.now() });
    await recordAudit(tx, ctx, { accountId: id, action: 'account.opened', target: id, detail: { name: input.name } });
    return { id };
  });
}
