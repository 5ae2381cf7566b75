import { errorStatuses, type ErrorStatus } from '@boreal/contract/errors/errors.ts';
import type { AppError } from '../kit/errors.ts';
import type { StatusesByCode } from './endpoint.ts';

/** The status of an error's code, unless the endpoint overrides it. */
export function errorStatus(error: AppError, statuses: StatusesByCode = {}): ErrorStatus {
  return statuses[error.code] ?? errorStatuses[error.code];
}
