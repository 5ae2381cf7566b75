import { isDatabaseAway } from '../../db/database-away.ts';
import { AppError } from '../../kit/errors.ts';

/** Seconds after which a client may retry what failed because the database was down. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

/** The error for a failure of the database, at every door; null for any other failure. */
export function serviceUnavailable(error: unknown): AppError<'SERVICE_UNAVAILABLE'> | null {
  return isDatabaseAway(error) ? new AppError('SERVICE_UNAVAILABLE', {}, { cause: error }) : null;
}
