import { flushCompileCache } from 'node:module';
import { ConfigError, readConfig, type Config } from './config.ts';
import { banner } from './start/banner.ts';
import { setPasswordCost } from './core/ground/people/password.ts';
import { asErrors, isJournal, withPriorities } from './kit/journal.ts';
import { createLog, standardError } from './kit/log.ts';
import { openTraces } from './start/open-traces.ts';
import { startProblem } from './start/start-problem.ts';
import type { Boreal } from './wire.ts';

/** A clean stop that takes longer than this is aborted; Postgres and the rows keep everything that was answered. */
const STOP_WITHIN_MS = 25_000;

/** Under systemd, what is written to standard error includes its severity. */
const inJournal = isJournal(process.env['JOURNAL_STREAM']);

/** Starts what the environment configures, and runs it until it is stopped. */
export async function runBoreal(): Promise<void> {
  const config = configOrExit();
  setPasswordCost(config.passwordCost);
  const stopAsked = firstSignal();
  const begun = performance.now();
  let boreal: Boreal;
  try {
    // This is most of what a start reads: an unusable configuration is reported without it.
    const { startBoreal } = await import('./wire.ts');
    const tracing = await openTraces(config, () => log);
    const log = createLog(config.logLevel, inJournal ? withPriorities(standardError()) : standardError(), tracing.logFields);
    boreal = await startBoreal(config, log, tracing);
  } catch (error) {
    return fail(startProblem(error, config));
  }
  // Not only at the end: Boreal is often killed.
  flushCompileCache();
  console.log(banner(config, boreal, Math.round(performance.now() - begun)));

  const end = await Promise.race([stopAsked, boreal.broken]);
  if (end instanceof Error) complain(startProblem(end, config));
  else console.log(`${end}: letting what runs end, then stopping.`);
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await boreal.close();
  process.exit(end instanceof Error ? 1 : 0);
}

/** The first Ctrl-C or stop request. One that arrives during the start is handled once Boreal has started. */
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

function fail(message: string): never {
  complain(message);
  process.exit(1);
}

function complain(message: string): void {
  console.error(inJournal ? asErrors(message) : message);
}
