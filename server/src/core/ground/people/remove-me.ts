import { peopleSentences } from '@boreal/contract/request-sentences/people.sentences.ts';
import type { Tx } from '../../../db/connect.ts';
import { erasing } from '../../../db/erasing.ts';
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { blankOwnAudit, blankPerson, deleteMailsTo, deleteWaysIn, lockPerson, openAccountsOf } from './forget-person.store.ts';

/**
 * Removes the signed-in person for good: they cannot sign in again, and somebody may sign up with the address. What they did in others'
 * accounts stays in those accounts' records.
 * @throws INVALID_REQUEST another address · STILL_MEMBER of an open account, or an operator
 */
export function removeMe(ctx: Ctx, input: { userId: string; email: string }): Promise<{ id: string }> {
  const { userId } = input;
  return ctx.transact(async (tx) => {
    const person = await lockPerson(tx, userId);
    if (!person) throw notFound('account');
    if (person.email.toLowerCase() !== input.email) throw invalidRequest('email', peopleSentences.otherOwnEmail);
    if (person.role === 'operator' || person.operatorRole !== null) throw new AppError('STILL_MEMBER', { accounts: [], of: 'house' });
    const accounts = await openAccountsOf(tx, userId);
    if (accounts.length > 0) throw new AppError('STILL_MEMBER', { accounts });
    await forgetPerson(tx, ctx, { userId, email: person.email.toLowerCase() });
    const as: Ctx = { ...ctx, actor: { ...ctx.actor, name: null }, address: null };
    await recordAudit(tx, as, { accountId: null, action: 'person.removed', target: userId });
    return { id: userId };
  });
}

/** Deletes every way to sign in of a person whose row is locked, and everything that identifies them. */
export async function forgetPerson(tx: Tx, ctx: Ctx, { userId, email }: { userId: string; email: string }): Promise<void> {
  await deleteWaysIn(tx, { userId, email });
  await deleteMailsTo(tx, email);
  await erasing(tx, () => blankOwnAudit(tx, userId));
  await blankPerson(tx, { userId, at: ctx.clock.now() });
}
