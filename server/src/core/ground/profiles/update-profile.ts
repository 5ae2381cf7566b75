import type { Profile, UpdateProfileRequest } from '@boreal/contract/account/profile.ts';
import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CustomerCtx } from '../ctx.ts';
import { requireRole } from '../roles/require-role.ts';
import { findProfile, saveProfile } from './profiles.store.ts';

/**
 * Changes the account's profile; omitted fields keep their values. Issued invoices stay as they are.
 * @throws PERMISSION_DENIED
 */
export function updateProfile(ctx: CustomerCtx, input: UpdateProfileRequest): Promise<Profile> {
  return ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'profile.write');
    const before = await findProfile(tx, ctx.accountId, { lock: true });
    if (!before) throw notFound('account');
    const { name, company, address, language, taxIds } = input;
    const after: Profile = {
      name: name ?? before.name,
      company: company === undefined ? before.company : company,
      address: address ?? before.address,
      language: language ?? before.language,
      taxIds: taxIds ?? before.taxIds,
    };
    await saveProfile(tx, ctx.accountId, after);
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'profile.updated', target: ctx.accountId, detail: { before, after } });
    return after;
  });
}
