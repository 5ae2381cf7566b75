import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';

/** As durable as in production, with memory and checkpoint settings for a database under this load. */
const POSTGRES = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  maintenance_work_mem: '256MB',
  effective_cache_size: '3GB',
};

/** Runs `use` with a new Postgres and a folder for other files, both removed afterwards. */
export async function withPostgres<T>(use: (at: { url: string; dir: string }) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'boreal-bench-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), settings: POSTGRES });
    try {
      return await use({ url: postgres.url, dir });
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
