import type { Limits } from '../../door/limits.ts';
import { AppError } from '../../kit/errors.ts';

/** Guesses per minute at a signed-in person's password or code, in any request, from however many places. */
const AT_ONE_PERSON = 10;

/** Counts a session's guess at its own person's password or code: a stolen session can guess only so often. @throws Too many requests */
export async function countGuess(limits: Limits, { userId }: { userId: string }): Promise<void> {
  const standing = await limits.take({ operation: 'guesses at one person', limit: AT_ONE_PERSON, ip: userId });
  if (!standing.allowed) throw new AppError('Too many requests', { retryAfterSeconds: standing.resetSeconds });
}
