import { mayDo, type MemberRole } from '@boreal/contract/people/members.ts';
import type { Tx } from '../../../db/connect.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CustomerCtx } from '../ctx.ts';
import { revokeSentBy } from './invitations.store.ts';

/**
 * Ends the invitations sent by somebody who may no longer invite: one may be to another address of theirs. `role`: their new one; null:
 * they are removed. The account's members are locked.
 */
export async function endSentInvitations(tx: Tx, ctx: CustomerCtx, of: { userId: string; role: MemberRole | null }): Promise<void> {
  const { accountId } = ctx;
  const { userId, role } = of;
  if (role !== null && mayDo(role, 'members.write')) return;
  for (const { id, email } of await revokeSentBy(tx, { accountId, userId, at: ctx.clock.now() })) {
    await recordAudit(tx, ctx, { accountId, action: 'invitation.revoked', target: id, detail: { email, sentBy: userId } });
  }
}
