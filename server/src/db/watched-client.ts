import { Socket } from 'node:net';
import pg from 'pg';

/** Postgres has been silent for so long that the waiting caller gets an error. */
export class DatabaseSilent extends Error {
  constructor() {
    super('the database does not answer');
    this.name = 'DatabaseSilent';
  }
}

/**
 * A connection that is closed if nothing arrives while a caller waits on it. A limit that Postgres enforces is useless if Postgres hangs.
 * What had been sent is rolled back: no COMMIT followed it.
 */
export class WatchedClient extends pg.Client {
  readonly #socket: Socket;

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    socket.on('timeout', () => socket.destroy(new DatabaseSilent()));
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** From now on, silence longer than this is too long; 0: nobody waits. */
  expectWithin(ms: number): void {
    this.#socket.setTimeout(ms);
  }
}
