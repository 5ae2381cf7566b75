import type { Database } from '../../../db/connect.ts';
import type { Notifications } from '../../../db/notifications.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import { keyHash } from './keys.rules.ts';
import { findKeyByHash, type KeyRecord } from './keys.store.ts';
import { createLastUses } from './last-uses.ts';

const CACHED_MAX = 10_000;

export interface KeyCache {
  /** The key with this text, valid or not; null if there is none. */
  find(text: string): Promise<KeyRecord | null>;
  /** Records that a key was used now. Written within seconds. */
  touch(keyId: string): void;
  /** Whether answers may come from memory: false while revocations cannot be received. */
  caching(): boolean;
  /** Writes the last uses. The database must still be open. */
  close(): Promise<void>;
}

/** Keys by text, cached until they change. Caches only existing keys, so that a new key works immediately and guesses take no memory. */
export function createKeyCache(options: { db: Database; clock: Clock; log: Log; notifications: Notifications }): KeyCache {
  const { db, clock, log, notifications } = options;
  const byHash = new Map<string, KeyRecord>();
  const hashById = new Map<string, string>();
  /** Increases with every change received: a row read before it is not cached after it. */
  let generation = 0;

  const forget = (keyId: string) => {
    const hash = hashById.get(keyId);
    if (hash === undefined) return;
    hashById.delete(keyId);
    byHash.delete(hash);
  };

  const remember = (hash: string, key: KeyRecord) => {
    if (byHash.size >= CACHED_MAX) {
      const [oldest] = hashById.keys();
      if (oldest !== undefined) forget(oldest);
    }
    byHash.set(hash, key);
    hashById.set(key.id, hash);
  };

  notifications.follow('keys_changed', {
    onTold: (keyId) => {
      generation += 1;
      forget(keyId);
    },
    onGap: () => {
      generation += 1;
      byHash.clear();
      hashById.clear();
    },
  });
  const lastUses = createLastUses({ db, clock, log });

  const read = async (bytes: Buffer, hash: string) => {
    const before = generation;
    const key = await findKeyByHash(db.pool, bytes);
    if (key && before === generation && notifications.heard()) remember(hash, key);
    return key;
  };

  return {
    find: (text) => {
      const bytes = keyHash(text);
      const hash = bytes.toString('latin1');
      const known = notifications.heard() ? byHash.get(hash) : undefined;
      return known ? Promise.resolve(known) : read(bytes, hash);
    },
    touch: lastUses.note,
    caching: notifications.heard,
    close: lastUses.close,
  };
}
