import pg from 'pg';
import type { Log } from '../../../kit/log.ts';
import { KEYS_CHANGED } from './keys.store.ts';

const RETRY_FIRST_MS = 200;
const RETRY_MAX_MS = 10_000;
/** A connection that died silently is noticed after at most twice this long. */
const HEARTBEAT_MS = 5000;

export interface KeyChanges {
  /** True while no revocation can be missed. */
  connected(): boolean;
  close(): Promise<void>;
}

/**
 * Listens for revoked keys, on its own connection that is reopened when lost. `onGap` is called whenever notifications may have
 * been missed. Our own code, because pg-listen, the library for it, has been unmaintained for years and does not report a lost
 * connection (its pull request 31): until it is back, a revoked key would be trusted.
 */
export function listenForKeyChanges(options: { url: string; log: Log; onChange: (keyId: string) => void; onGap: () => void }): KeyChanges {
  const { url, log, onChange, onGap } = options;
  let client: pg.Client | null = null;
  let connected = false;
  let closed = false;
  let retryMs = RETRY_FIRST_MS;
  let timer: NodeJS.Timeout | undefined;

  const lose = (lost: pg.Client, error?: unknown) => {
    if (client !== lost) return;
    client = null;
    connected = false;
    onGap();
    lost.end().catch(() => undefined);
    if (closed) return;
    log.warn({ err: error, retryMs }, 'key changes are not heard: keys are looked up in the database meanwhile');
    clearTimeout(timer);
    timer = setTimeout(open, retryMs).unref();
    retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
  };

  const beat = (listener: pg.Client) => {
    listener.query('select 1').then(
      () => {
        if (client === listener) timer = setTimeout(beat, HEARTBEAT_MS, listener).unref();
      },
      (error: unknown) => lose(listener, error),
    );
  };

  const open = () => {
    const listener = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: HEARTBEAT_MS,
    });
    client = listener;
    listener.on('notification', (message) => onChange(message.payload ?? ''));
    listener.on('error', (error) => lose(listener, error));
    listener.on('end', () => lose(listener));
    listener
      .connect()
      .then(() => listener.query(`listen ${KEYS_CHANGED}`))
      .then(
        () => {
          if (client !== listener) return;
          onGap();
          connected = true;
          retryMs = RETRY_FIRST_MS;
          timer = setTimeout(beat, HEARTBEAT_MS, listener).unref();
        },
        (error: unknown) => lose(listener, error),
      );
  };

  open();
  return {
    connected: () => connected,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      connected = false;
      await last?.end().catch(() => undefined);
    },
  };
}
