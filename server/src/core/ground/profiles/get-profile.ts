import type { Profile } from '@boreal/contract/account/profile.ts';
import type { CustomerCtx } from '../ctx.ts';
import { requireRole } from '../roles/require-role.ts';
import { readProfile } from './read-profile.ts';

/** The account's details, for its invoices and the language of its mail. @throws PERMISSION_DENIED */
export async function getProfile(ctx: CustomerCtx): Promise<Profile> {
  await requireRole(ctx.db.sql, ctx, 'profile.read');
  return readProfile(ctx.db.sql, ctx.accountId);
}
