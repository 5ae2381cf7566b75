import type { Database } from '../../../db/connect.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import { listenForKeyChanges } from './key-changes.ts';
import { keyHash } from './keys.rules.ts';
import { findKeyByHash, type KeyRecord } from './keys.store.ts';
import { createLastUses } from './last-uses.ts';

const CACHED_MAX = 10_000;

export interface KeyCache {
  /** The key with this text, valid or not; null when there is none. */
  find(text: string): Promise<KeyRecord | null>;
  /** Records that a key was used now. Written within seconds. */
  touch(keyId: string): void;
  /** Whether answers may come from memory: false while revocations cannot be heard. */
  caching(): boolean;
  /** Stops listening and writes the last uses. The database must still be open. */
  close(): Promise<void>;
}

/**
 * Keys by text, cached until they change. Only existing keys are cached, so that a new key works at once and guesses fill nothing.
 * `listenUrl` names the same database as `db`, for a separate connection.
 */
export function createKeyCache(options: { db: Database; clock: Clock; log: Log; listenUrl: string }): KeyCache {
  const { db, clock, log, listenUrl } = options;
  const byHash = new Map<string, KeyRecord>();
  const hashById = new Map<string, string>();
  /** Advances with every change heard: a row read before it is not cached after it. */
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

  const changes = listenForKeyChanges({
    url: listenUrl,
    log,
    onChange: (keyId) => {
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
    if (key && before === generation && changes.connected()) remember(hash, key);
    return key;
  };

  return {
    find: (text) => {
      const bytes = keyHash(text);
      const hash = bytes.toString('latin1');
      const known = changes.connected() ? byHash.get(hash) : undefined;
      return known ? Promise.resolve(known) : read(bytes, hash);
    },
    touch: lastUses.note,
    caching: changes.connected,
    close: async () => {
      await changes.close();
      await lastUses.close();
    },
  };
}
