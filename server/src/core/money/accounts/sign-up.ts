import { ownPath } from '@boreal/contract/people/own-path.ts';
import type { SignUpRequest } from '@boreal/contract/people/sign-in.ts';
import type { Tx } from '../../../db/connect.ts';
import { violates } from '../../../db/transact.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { requireGoodPassword } from '../../ground/people/guessable-password.ts';
import { hashPassword } from '../../ground/people/password.ts';
import { countSignUp } from './count-sign-up.ts';
import { openOwnAccount } from './open-own-account.ts';
import { requireWork } from './sign-up-puzzle.ts';
import { findPersonByEmail } from '../../ground/people/users.store.ts';

/** The link that confirms an address. */
export interface VerifyLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Opens an account with a profile and makes a person its owner, who can sign in once they have confirmed their address. The response does
 * not reveal whether an address has an account: if it has, its holder is told by mail, at most once a day, and nothing changes.
 */
export async function signUp(ctx: Ctx, input: SignUpRequest, { link, network }: { link: VerifyLink; network: string }): Promise<void> {
  await requireGoodPassword('password', input.password, input);
  await requireWork(ctx, input.work);
  await countSignUp(ctx, network);
  // Also for an address that is taken, so that both take the same time.
  const passwordHash = await hashPassword(input.password);
  try {
    await ctx.transact(async (tx) => {
      const taken = await findPersonByEmail(tx, input.email);
      if (taken) return tellAgain(tx, ctx, taken);
      await openFor(tx, ctx, { ...input, passwordHash, link });
    });
  } catch (error) {
    // Another request was a moment faster, and sends the mail.
    if (!violates(error, 'users_email')) throw error;
  }
}

async function openFor(tx: Tx, ctx: Ctx, input: SignUpRequest & { passwordHash: string; link: VerifyLink }): Promise<void> {
  const { name, email, company, language, acceptedTerms, passwordHash, link } = input;
  const next = ownPath(input.next);
  const { accountId, as } = await openOwnAccount(tx, ctx, {
    name,
    email,
    company,
    language,
    acceptedTerms,
    passwordHash,
    emailVerified: false,
  });
  await recordNotice(tx, as, {
    accountId,
    kind: 'verify_email',
    serverId: null,
    data: { expiresAt: link.expiresAt.toISOString(), ...(next !== undefined && { next }) },
    to: { email, name, language },
    secret: link.token,
  });
}

async function tellAgain(tx: Tx, ctx: Ctx, person: { id: string; name: string; email: string; language: 'en' | 'fr' }): Promise<void> {
  const day = ctx.clock.wall().toISOString().slice(0, 10);
  await recordNotice(tx, ctx, {
    accountId: null,
    kind: 'signed_up_again',
    serverId: null,
    data: { name: person.name },
    to: { email: person.email, name: person.name, language: person.language },
    key: `signed-up-again:${person.id}:${day}`,
  });
}
