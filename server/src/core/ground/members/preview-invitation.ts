import type { InvitationPreview } from '@boreal/contract/people/members.ts';
import { Language } from '@boreal/contract/words/language.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import type { Ctx } from '../ctx.ts';
import { invitationTokenHash } from './invitation-token.rules.ts';
import { findByToken } from './invitations.store.ts';

/** What an invitation shows to the holder of its link. @throws NOT_FOUND unknown, used or withdrawn · INVITATION_EXPIRED */
export async function previewInvitation(ctx: Ctx, input: { token: string }): Promise<InvitationPreview> {
  const found = await findByToken(ctx.db.sql, invitationTokenHash(input.token));
  if (!found || found.revokedAt !== null || found.acceptedAt !== null) throw notFound('invitation');
  if (found.expiresAt <= ctx.clock.now()) throw new AppError('INVITATION_EXPIRED', {});
  const { accountName, email, role, language, expiresAt } = found;
  return { accountName, email, role, language: Language.parse(language), expiresAt: expiresAt.toISOString() };
}
