// npm run fuzz: random requests to every door, on their own Postgres. tests/fuzz/README.md explains how.
import { prepareTemplate } from '../server/src/db/testing.ts';
import { fuzzCommand } from '../tests/fuzz/command.ts';
import { withTestPostgres } from './test-postgres.ts';

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
process.exitCode = await withTestPostgres(async (url) => {
  await prepareTemplate(url);
  return fuzzCommand(stopped.signal);
});
