import type { ErrorCode } from '@boreal/contract/errors/errors.ts';
import { isAppError } from '../../kit/errors.ts';

type IsRefusal = (error: unknown) => boolean;

export const refused =
  (code: ErrorCode): IsRefusal =>
  (error) =>
    isAppError(error, code);

/** For what is wrong with this field of a request. */
export const refusedOn =
  (path: string): IsRefusal =>
  (error) =>
    isAppError(error, 'INVALID_REQUEST') && error.details.issues[0]?.path === path;

export const missing =
  (what: string): IsRefusal =>
  (error) =>
    isAppError(error, 'NOT_FOUND') && error.details.what === what;

export const soldOut = refused('PLAN_NOT_AVAILABLE');
