import { identityProviderNames, type IdentityProvider, type WaysIn } from '@boreal/contract/people/identities.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { findPasswordHash } from './credentials.store.ts';
import { lockPerson } from './forget-person.store.ts';
import { countWaysIn, deleteIdentity, listIdentities } from './identities.store.ts';
import { tellAccessChange } from './tell-access-change.ts';

/** How the person signs in, besides passkeys. */
export async function getWaysIn(ctx: Ctx, { userId }: { userId: string }): Promise<WaysIn> {
  const hash = await findPasswordHash(ctx.db.sql, userId);
  const identities = await listIdentities(ctx.db.sql, userId);
  return { password: hash !== null, identities: identities.map(({ provider, label, linkedAt }) => ({ provider, label, linkedAt })) };
}

/**
 * Stops an external account from signing the person in. @throws NOT_FOUND no account of this provider does · LAST_WAY_IN nothing else would
 */
export function unlinkIdentity(ctx: Ctx, { userId, provider }: { userId: string; provider: IdentityProvider }): Promise<{ id: string }> {
  return ctx.transact(async (tx) => {
    // Two must not be removed at the same time: each removal would rely on the other way.
    await lockPerson(tx, userId);
    const found = (await listIdentities(tx, userId)).find((one) => one.provider === provider);
    if (!found || !(await deleteIdentity(tx, { userId, provider }))) throw notFound('way to sign in');
    const { passwords, identities, passkeys } = await countWaysIn(tx, userId);
    if (passwords + identities + passkeys === 0) throw new AppError('LAST_WAY_IN', {});
    const label = found.label ?? '';
    await recordAudit(tx, ctx, { accountId: null, action: 'identity.unlinked', target: userId, detail: { provider, label } });
    await tellAccessChange(tx, ctx, { userId, what: 'identity_unlinked', name: `${identityProviderNames[provider]} (${label})` });
    return { id: provider };
  });
}
