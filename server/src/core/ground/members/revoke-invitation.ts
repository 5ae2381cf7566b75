import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CustomerCtx } from '../ctx.ts';
import { revokeOpen } from './invitations.store.ts';
import { requireRole } from '../roles/require-role.ts';

/** Withdraws an invitation that nobody has accepted: its link stops working. @throws PERMISSION_DENIED · NOT_FOUND */
export function revokeInvitation(ctx: CustomerCtx, input: { invitationId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const { accountId } = ctx;
    await requireRole(tx, ctx, 'members.write');
    const revoked = await revokeOpen(tx, { accountId, id: input.invitationId, at: ctx.clock.now() });
    if (!revoked) throw notFound('invitation');
    await recordAudit(tx, ctx, { accountId, action: 'invitation.revoked', target: revoked.id, detail: { email: revoked.email } });
  });
}
