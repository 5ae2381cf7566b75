import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';

/** This database never needs to wait for a disk. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/**
 * Runs `use` with BOREAL_TEST_POSTGRES naming a Postgres, for us and for the programs we start: an existing one if it is already set, or a
 * new one that is stopped and removed afterwards.
 */
export async function withTestPostgres<T>(use: (url: string) => Promise<T>): Promise<T> {
  const given = process.env['BOREAL_TEST_POSTGRES'];
  if (given) return use(given);
  const folder = await mkdtemp(join(tmpdir(), 'boreal-test-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), settings: FAST });
    let stopping = false;
    void postgres.exited.then(({ code, signal, lastLines }) => {
      if (!stopping) console.error(`The tests' Postgres has ended by itself (${signal ?? `exit code ${code}`}):\n${lastLines.join('\n')}`);
    });
    try {
      process.env['BOREAL_TEST_POSTGRES'] = postgres.url;
      return await use(postgres.url);
    } finally {
      stopping = true;
      delete process.env['BOREAL_TEST_POSTGRES'];
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
