import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { Log } from '../kit/log.ts';
import type { Sql, Tx } from './connect.ts';

/** What processes sharing a database notify each other of. The payload of `keys_changed` is a key's id; the others have none. */
const channels = ['keys_changed', 'log_level_changed', 'holders_changed', 'mail_waits'] as const;
export type Channel = (typeof channels)[number];

const RETRY_FIRST_MS = 200;
const RETRY_MAX_MS = 10_000;
/** A connection that died silently is noticed after at most twice this long. */
const HEARTBEAT_MS = 5000;

export interface Follower {
  onTold(payload: string): void;
  /** Notifications may have been missed. */
  onGap(): void;
}

export interface Notifications {
  /** True while no notification can be missed. */
  heard(): boolean;
  follow(channel: Channel, follower: Follower): void;
  close(): Promise<void>;
}

/** Notifies every listening process when the transaction commits. */
export async function notify(db: Sql | Tx, channel: Channel, payload = ''): Promise<void> {
  await sql`select ${notifying(channel, payload)}`.execute(db);
}

/** The same inside a statement, as in its `returning`: once for each row. */
export function notifying(channel: Channel, payload = ''): RawBuilder<unknown> {
  return sql`pg_notify(${channel}, ${payload})`;
}

/**
 * Listens on a separate connection, which is reopened when lost. This is our own code, because pg-listen, the library for it, has been
 * unmaintained for years and does not report a lost connection (its pull request 31): until it is back, a revoked key would be trusted.
 */
export function openNotifications({ url, log }: { url: string; log: Log }): Notifications {
  const followers = new Map<Channel, Follower[]>(channels.map((channel) => [channel, []]));
  let client: pg.Client | null = null;
  let heard = false;
  let closed = false;
  let retryMs = RETRY_FIRST_MS;
  let timer: NodeJS.Timeout | undefined;

  const tellGap = () => {
    for (const all of followers.values()) for (const follower of all) follower.onGap();
  };

  const lose = (lost: pg.Client, error?: unknown) => {
    if (client !== lost) return;
    client = null;
    heard = false;
    tellGap();
    lost.end().catch(() => undefined);
    if (closed) return;
    log.warn({ err: error, retryMs }, 'what other processes tell is not heard: the database is asked instead meanwhile');
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
    listener.on('notification', ({ channel, payload = '' }) => {
      const known = channels.find((one) => one === channel);
      for (const follower of (known && followers.get(known)) ?? []) follower.onTold(payload);
    });
    listener.on('error', (error) => lose(listener, error));
    listener.on('end', () => lose(listener));
    listener
      .connect()
      .then(() => listener.query(channels.map((channel) => `listen ${channel}`).join('; ')))
      .then(
        () => {
          if (client !== listener) return;
          tellGap();
          heard = true;
          retryMs = RETRY_FIRST_MS;
          timer = setTimeout(beat, HEARTBEAT_MS, listener).unref();
        },
        (error: unknown) => lose(listener, error),
      );
  };

  open();
  return {
    heard: () => heard,
    follow: (channel, follower) => void followers.get(channel)?.push(follower),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      heard = false;
      await last?.end().catch(() => undefined);
    },
  };
}
