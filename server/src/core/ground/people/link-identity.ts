import { identityProviderNames } from '@boreal/contract/people/identities.ts';
import { violates } from '../../../db/transact.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { lockPerson } from './forget-person.store.ts';
import { findByIdentity, insertIdentity, listIdentities, type IdentityKey } from './identities.store.ts';
import { tellAccessChange } from './tell-access-change.ts';

/**
 * Lets an external account sign a person in, who has just proved that both are theirs. `taken`: it signs somebody else in; `other`: another
 * account of that provider already signs them in. Idempotent.
 */
export async function linkIdentity(
  ctx: Ctx,
  input: IdentityKey & { userId: string; label: string },
): Promise<'linked' | 'taken' | 'other'> {
  const { userId, provider, subject, label } = input;
  try {
    return await ctx.transact(async (tx) => {
      await lockPerson(tx, userId);
      const holder = await findByIdentity(tx, input);
      if (holder !== null) return holder.userId === userId ? 'linked' : 'taken';
      const own = await listIdentities(tx, userId);
      if (own.some((one) => one.provider === provider)) return 'other';
      await insertIdentity(tx, { userId, provider, subject, label, now: ctx.clock.now() });
      await recordAudit(tx, ctx, { accountId: null, action: 'identity.linked', target: userId, detail: { provider, label } });
      await tellAccessChange(tx, ctx, { userId, what: 'identity_linked', name: `${identityProviderNames[provider]} (${label})` });
      return 'linked';
    });
  } catch (error) {
    // Another request was a moment faster.
    if (violates(error, 'credentials_provider_id_provider_account_id_key')) return 'taken';
    throw error;
  }
}
