import type { Database } from '../../../db/connect.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import { updateLastUsed } from './keys.store.ts';

const WRITE_EVERY_MS = 3000;

/** When each key was last used, kept in memory and written every few seconds in one statement. */
export function createLastUses(options: { db: Database; clock: Clock; log: Log }) {
  const { db, clock, log } = options;
  let uses = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;

  const write = async () => {
    timer = undefined;
    if (uses.size === 0) return;
    const writing = uses;
    uses = new Map();
    try {
      await updateLastUsed(db.sql, writing);
    } catch (error) {
      // Only "last used" is late: the next write includes whatever could not be written.
      log.warn({ err: error }, 'last uses of keys were not written');
      uses = new Map([...writing, ...uses]);
    }
  };

  return {
    note: (keyId: string): void => {
      uses.set(keyId, clock.now());
      timer ??= setTimeout(write, WRITE_EVERY_MS).unref();
    },
    close: async (): Promise<void> => {
      clearTimeout(timer);
      await write();
    },
  };
}
