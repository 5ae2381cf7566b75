import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { randomBase62 } from '../../../kit/ids.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { hashPassword } from './password.ts';
import { insertUser } from './create-user.ts';

/** Nobody guesses it or is told it: the person chooses their own through a link. */
const PASSWORD_LENGTH = 40;

/**
 * Adds a person whom the operator of the machine vouches for: their address counts as confirmed. They sign in once they have chosen a
 * password through a link (`makePasswordLink`). `accountId`: they own this account.
 */
export async function addPerson(
  ctx: Ctx,
  input: { email: string; name: string; role: 'customer' | OperatorRole; language?: Language; accountId?: string },
): Promise<{ userId: string }> {
  const passwordHash = await hashPassword(randomBase62(PASSWORD_LENGTH));
  return ctx.transact(async (tx) => {
    const { email, role, accountId = null } = input;
    const userId = await insertUser(tx, { ...input, passwordHash, emailVerified: true, now: ctx.clock.now() });
    await recordAudit(tx, ctx, { accountId, action: 'person.added', target: userId, detail: { email, role } });
    return { userId };
  });
}
