import assert from 'node:assert/strict';
import type { BorealHome } from './boreal-process-home.ts';
import { untilReady, type BorealProcess, type Environment } from './boreal-process.ts';

/** Starts a Boreal that must not run, and returns its message. */
export async function refusal(home: BorealHome, environment: Environment = {}): Promise<string> {
  const refused = await home.spawn(environment);
  const runs = await untilReady(refused).then(
    () => true,
    () => false,
  );
  if (runs) await refused.end('SIGTERM');
  assert.equal(runs, false, `it runs: ${refused.stdout()}`);
  assert.deepEqual(await refused.exited, { code: 1, signal: null });
  return sentence(refused);
}

/** Its message on stderr, without the log: a sentence, and no stack trace, which would mean a bug. */
export function sentence(boreal: BorealProcess): string {
  const text = boreal
    .stderr()
    .split('\n')
    .filter((line) => !line.startsWith('{"level":'))
    .join('\n');
  assert.doesNotMatch(text, /\n\s+at /, 'no stack trace');
  return text;
}
