import { PROOF_MINUTES } from '@boreal/contract/sign-in.ts';
import { MINUTE_MS, type Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { SignedIn } from './find-signed-in.ts';

/**
 * Lets pass who has proven lately, in this very session, that it is them. Whoever came by somebody else's session, or by
 * a console left open, opens no way in that stays when the session ends. In real time, as sessions count. @throws PROOF_REQUIRED
 */
export function requireLateProof({ provenAt }: Pick<SignedIn, 'provenAt'>, clock: Clock): void {
  const since = clock.wall().getTime() - PROOF_MINUTES * MINUTE_MS;
  if (provenAt === null || provenAt.getTime() < since) throw new AppError('PROOF_REQUIRED', {});
}
