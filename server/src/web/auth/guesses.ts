import type { Limits } from '../../door/limits.ts';
import { AppError } from '../../kit/errors.ts';

/** Guesses a minute at the password or the code of a person who is signed in, by whichever request, from however many places. */
const AT_ONE_PERSON = 10;

/**
 * Counts a guess that a session makes at its own person's password or code: a stolen one can guess only so often. @throws Too many
 * requests
 */
export async function countGuess(limits: Limits, { userId }: { userId: string }): Promise<void> {
  const standing = await limits.take({ operation: 'guesses at one person', limit: AT_ONE_PERSON, ip: userId });
  if (!standing.allowed) throw new AppError('Too many requests', { retryAfterSeconds: standing.resetSeconds });
}
