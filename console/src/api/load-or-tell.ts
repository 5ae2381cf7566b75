import { ApiError } from './api-error.ts';
import { isReachable } from './send.ts';

/** Loads a chunk of the console. @throws ApiError if nobody answers; else the browser's error for a missing chunk */
export async function loadOrTell<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw (await isReachable()) ? cause : new ApiError(0, { error: 'OFFLINE' }, { cause });
  }
}
