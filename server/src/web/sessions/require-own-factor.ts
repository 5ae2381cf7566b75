import type { Ctx } from '../../core/ground/ctx.ts';
import { AppError } from '../../kit/errors.ts';
import type { SignedIn } from './find-signed-in.ts';
import { hasPasskey } from './sessions.store.ts';

/**
 * Where operators need a second factor, one who has a passkey can change their ways in only in a session that used it: otherwise whoever
 * has only their password could set up another factor and act as the operator. An operator without a factor can set up their first. @throws
 * SECOND_FACTOR_REQUIRED
 */
export async function requireOwnFactor(
  { userId, operatorRole, hasSecondFactor }: Pick<SignedIn, 'userId' | 'operatorRole' | 'hasSecondFactor'>,
  { db, rules }: Pick<Ctx, 'db' | 'rules'>,
): Promise<void> {
  if (!rules.operatorsNeedSecondFactor || operatorRole === null || hasSecondFactor) return;
  if (await hasPasskey(db.sql, userId)) throw new AppError('SECOND_FACTOR_REQUIRED', { has: 'passkey' });
}
