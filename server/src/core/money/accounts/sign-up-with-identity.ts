import type { IdentitySignUpRequest } from '@boreal/contract/people/identities.ts';
import type { Tx } from '../../../db/connect.ts';
import { violates } from '../../../db/transact.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { findByIdentity, insertIdentity, type IdentityKey } from '../../ground/people/identities.store.ts';
import { findPersonByEmail } from '../../ground/people/users.store.ts';
import { countSignUp } from './count-sign-up.ts';
import { openOwnAccount } from './open-own-account.ts';
import { requireWork } from './sign-up-puzzle.ts';

/** A person unknown here, as identified by a provider that has verified their address. */
export interface Newcomer extends IdentityKey {
  readonly email: string;
  readonly label: string;
}

/**
 * Opens an account for a person who has agreed to the terms and signs in with an external account; they have no password. `take`: uses up
 * the proof that it is them, in the same transaction. `over`: the proof was used up; `known`: the address, or that external account, has
 * been taken since.
 */
export async function signUpWithIdentity(
  ctx: Ctx,
  input: Omit<IdentitySignUpRequest, 'newcomer'>,
  { newcomer, network, take }: { newcomer: Newcomer; network: string; take: (tx: Tx) => Promise<boolean> },
): Promise<{ userId: string } | 'over' | 'known'> {
  await requireWork(ctx, input.work);
  await countSignUp(ctx, network);
  const { name, company, language, acceptedTerms } = input;
  const { provider, email } = newcomer;
  try {
    return await ctx.transact(async (tx) => {
      if (!(await take(tx))) return 'over';
      if ((await findPersonByEmail(tx, email)) !== null || (await findByIdentity(tx, newcomer)) !== null) return 'known';
      const owner = { name, email, company, language, acceptedTerms, passwordHash: null, emailVerified: true, by: provider };
      const { userId, as } = await openOwnAccount(tx, ctx, owner);
      await insertIdentity(tx, { ...newcomer, userId, now: ctx.clock.now() });
      const to = { email, name, language };
      await recordNotice(tx, as, { accountId: null, kind: 'welcome', serverId: null, data: { name }, to, key: `welcome:${userId}` });
      return { userId };
    });
  } catch (error) {
    if (violates(error, 'users_email') || violates(error, 'credentials_provider_id_provider_account_id_key')) return 'known';
    throw error;
  }
}
