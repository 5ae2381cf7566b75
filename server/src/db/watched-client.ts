import { Socket } from 'node:net';
import pg from 'pg';

/** Postgres said nothing for so long that somebody who waits for it is told so. */
export class DatabaseSilent extends Error {
  constructor() {
    super('the database does not answer');
    this.name = 'DatabaseSilent';
  }
}

/**
 * A connection that is broken when nothing is heard while somebody waits on it. A limit that Postgres keeps is none where
 * Postgres stands still. What had been sent is undone: no COMMIT came after it.
 */
export class WatchedClient extends pg.Client {
  readonly #socket: Socket;

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    socket.on('timeout', () => socket.destroy(new DatabaseSilent()));
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** From now on so long a silence is too long; 0: nobody waits. */
  expectWithin(ms: number): void {
    this.#socket.setTimeout(ms);
  }
}
