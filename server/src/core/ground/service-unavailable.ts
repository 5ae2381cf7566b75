import { isDatabaseAway } from '../../db/database-away.ts';
import { AppError } from '../../kit/errors.ts';

/** Seconds after which a client may try again what failed because the database was away. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

/** What is told of a failure that is the database's, in every door; null for any other. */
export function serviceUnavailable(error: unknown): AppError<'SERVICE_UNAVAILABLE'> | null {
  return isDatabaseAway(error) ? new AppError('SERVICE_UNAVAILABLE', {}, { cause: error }) : null;
}
