import { ApiError } from './api-error.ts';
import { isReachable } from './send.ts';

/** Loads a piece of the console. @throws ApiError where nobody answers; else what the browser says of a piece that is gone */
export async function loadOrTell<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw (await isReachable()) ? cause : new ApiError(0, { error: 'OFFLINE' }, { cause });
  }
}
