import { ConfigError, readConfig, type Config } from './config.ts';
import { banner } from './banner.ts';
import { DatabaseIsNewer } from './db/migrate.ts';
import { EmbeddedPostgresError, errorCode } from './db/postgres-errors.ts';
import { createLog } from './kit/log.ts';
import { StartRefused } from './start-refused.ts';
import { startBoreal, type Boreal } from './wire.ts';

/** A clean end that takes longer than this is broken off; Postgres and the rows keep everything that was answered. */
const STOP_WITHIN_MS = 25_000;

await main();

async function main(): Promise<void> {
  const config = configOrExit();
  const log = createLog(config.logLevel);
  const stopAsked = firstSignal();
  const begun = performance.now();
  let boreal: Boreal;
  try {
    boreal = await startBoreal(config, log);
  } catch (error) {
    return fail(startProblem(error, config));
  }
  console.log(banner(config, boreal, Math.round(performance.now() - begun)));

  const end = await Promise.race([stopAsked, boreal.broken]);
  if (end instanceof Error) console.error(end.message);
  else console.log(`${end}: letting what runs end, then stopping.`);
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await boreal.close();
  process.exit(end instanceof Error ? 1 : 0);
}

/** The first Ctrl-C or request to end. One that comes while Boreal starts is answered when it has started. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

/** What the system or Postgres says of an address, a name or a password that does not work. */
const connectionProblems = new Set(
  'ECONNREFUSED ENOENT ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ECONNRESET EACCES 28P01 28000 3D000 53300 57P03'.split(' '),
);

/** What stood in the way of a start, as a sentence where it is known and in full where it is not. */
function startProblem(error: unknown, config: Config): string {
  if (error instanceof EmbeddedPostgresError || error instanceof DatabaseIsNewer || error instanceof StartRefused) return error.message;
  if (errorCode(error) === 'EADDRINUSE') {
    return `Port ${config.port} on ${config.host} is taken by another program. Stop it, or choose another port: BOREAL_PORT=8081 npm start`;
  }
  if (errorCode(error) === 'EACCES') return `Port ${config.port} may not be opened by this user. Choose one above 1023 with BOREAL_PORT.`;
  if (config.databaseUrl !== null && connectionProblems.has(errorCode(error))) {
    return `No Postgres can be used at DATABASE_URL (${errorCode(error)}). Start it, or correct the address, the name and the password in it.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
