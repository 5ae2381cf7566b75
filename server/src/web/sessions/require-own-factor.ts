import type { Ctx } from '../../core/ground/ctx.ts';
import { AppError } from '../../kit/errors.ts';
import type { SignedIn } from './find-signed-in.ts';
import { hasPasskey } from './sessions.store.ts';

/**
 * Where operators need a second factor, one who has a passkey changes their ways in only where it is in use: whoever has their password
 * alone would otherwise set up a factor of their own, and operate with it. Who has none yet sets up the first. @throws
 * SECOND_FACTOR_REQUIRED
 */
export async function requireOwnFactor(
  { userId, operatorRole, hasSecondFactor }: Pick<SignedIn, 'userId' | 'operatorRole' | 'hasSecondFactor'>,
  { db, rules }: Pick<Ctx, 'db' | 'rules'>,
): Promise<void> {
  if (!rules.operatorsNeedSecondFactor || operatorRole === null || hasSecondFactor) return;
  if (await hasPasskey(db.sql, userId)) throw new AppError('SECOND_FACTOR_REQUIRED', { has: 'passkey' });
}
