import { startChild, type Child } from './child.ts';

/** The whole product in one process, as `npm start` runs it, worker included, on the benchmark's database. */
export function startBoreal(input: { databaseUrl: string; dataDir: string }): Promise<Child> {
  return startChild({
    name: 'Boreal',
    file: 'server/dist/main.js',
    ready: '/readyz',
    env: {
      DATABASE_URL: input.databaseUrl,
      BOREAL_DATA_DIR: input.dataDir,
      BOREAL_ROLE: 'all',
      // Rate limits are per client address: the generator simulates thousands of clients, as a proxy would forward them.
      BOREAL_TRUSTED_PROXIES: '127.0.0.1,::1',
      SITE_URL,
    },
  });
}

/** The Origin of writes. */
export const SITE_URL = 'http://bench.example';
