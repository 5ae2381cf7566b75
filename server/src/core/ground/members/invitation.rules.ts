import type { Invitation } from '@boreal/contract/people/members.ts';
import type { InvitationRow } from './invitations.store.ts';

/** An invitation as members see it: without its token. */
export function invitationOf(row: Pick<InvitationRow, 'id' | 'email' | 'role' | 'invitedBy' | 'createdAt' | 'expiresAt'>): Invitation {
  const { id, email, role, invitedBy, createdAt, expiresAt } = row;
  return { id, email, role, invitedBy, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
