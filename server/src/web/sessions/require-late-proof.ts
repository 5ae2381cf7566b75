import { PROOF_MINUTES } from '@boreal/contract/people/sign-in.ts';
import { MINUTE_MS, type Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { SignedIn } from './find-signed-in.ts';

/**
 * Requires that the person recently proved their identity in this very session. Someone who obtained another person's session, or found a
 * console left open, cannot add a way in that outlives the session. In real time, like sessions. @throws PROOF_REQUIRED
 */
export function requireLateProof({ provenAt }: Pick<SignedIn, 'provenAt'>, clock: Clock): void {
  const since = clock.wall().getTime() - PROOF_MINUTES * MINUTE_MS;
  if (provenAt === null || provenAt.getTime() < since) throw new AppError('PROOF_REQUIRED', {});
}
