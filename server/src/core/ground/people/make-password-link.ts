import { RESET_LINK_MINUTES } from '@boreal/contract/people/sign-in.ts';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/errors.ts';
import { randomBase62 } from '../../../kit/ids.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { replacePasswordLink } from './password-links.store.ts';
import { findPersonByEmail } from './users.store.ts';

const TOKEN_LENGTH = 32;

/** The token of a link, and how long it works, in real time. */
export interface PasswordLink {
  readonly userId: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Makes the link through which a person chooses a password, once, without a mail: for the operator of the machine, who hands it over
 * personally. The second factor, if they have one, is still required. @throws NOT_FOUND nobody has this address
 */
export function makePasswordLink(ctx: Ctx, input: { email: string }): Promise<PasswordLink> {
  return ctx.transact(async (tx) => {
    const person = await findPersonByEmail(tx, input.email);
    if (!person) throw notFound('person');
    const token = randomBase62(TOKEN_LENGTH);
    // In real time, like the library.
    const now = ctx.clock.wall();
    const expiresAt = addMs(now, RESET_LINK_MINUTES * MINUTE_MS);
    await replacePasswordLink(tx, { userId: person.id, token, now, expiresAt });
    await recordAudit(tx, ctx, { accountId: null, action: 'password.link_made', target: person.id });
    return { userId: person.id, token, expiresAt };
  });
}
