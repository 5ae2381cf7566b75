import { Valkey } from 'iovalkey';
import type { Log } from '../kit/log.ts';

export type { Valkey };

/** A store that takes longer than this counts as down, for this command. */
const COMMAND_TIMEOUT_MS = 250;

/** A connection to Valkey or Redis that fails fast while the store is down, reconnects by itself, and logs each change once. */
export function connectValkey(url: string, log: Log): Valkey {
  const valkey = new Valkey(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5000),
  });
  let told = false;
  valkey.on('error', (error) => {
    if (!told) log.warn({ err: error }, 'Valkey does not answer: rate windows are counted in this process meanwhile');
    told = true;
  });
  valkey.on('ready', () => {
    if (told) log.info('Valkey answers again: rate windows are shared');
    told = false;
  });
  return valkey;
}
