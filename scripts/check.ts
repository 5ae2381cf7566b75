// Every check of the sources that does not run the product. Independent steps run in parallel.
import { endChildrenOnSignal, run, script, tool, type RunResult } from './run.ts';
import { generateRowTypes } from './row-types.ts';
import { withTestPostgres } from './test-postgres.ts';

endChildrenOnSignal();
const begin = performance.now();
console.log('check: format, lint, types, arrows and generated files …');
const results = await Promise.all([
  step('format', 'These files are not formatted. Run "npm run format".', () => run(tool('oxfmt', '--list-different', '.'))),
  step('lint', null, () => run(tool('oxlint', '--deny-warnings', '--report-unused-disable-directives'))),
  step('types', null, () => run(tool('tsc', '-p', '.'))),
  step('console', null, checkConsole),
  // Does nothing if the build of these sources already exists.
  step('build', null, () => run(script('scripts/build.mjs'))),
  step('arrows', null, () =>
    run(
      script(
        '--test',
        '--test-reporter=spec',
        'tests/house/arrows.test.ts',
        'tests/house/noun-circles.test.ts',
        'tests/house/rules.test.ts',
      ),
    ),
  ),
  step('row types', null, () => withTestPostgres(() => generateRowTypes('compare'))),
  step('openapi', null, () => run(script('server/src/http/write-openapi.ts', '--check'))),
  step('sdk', null, () => run(script('scripts/write-sdk.ts', '--check'))),
  step('lifecycle', null, () => run(script('scripts/write-lifecycle.ts', '--check'))),
  step('redocly', null, () =>
    run(tool('redocly', 'lint', 'docs/openapi.json'), { env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } }),
  ),
]);
const failed = results.filter((ok) => !ok).length;
const total = ((performance.now() - begin) / 1000).toFixed(1);
console.log(failed === 0 ? `check: all is well (${total} s)` : `check: ${failed} of ${results.length} FAILED (${total} s)`);
process.exitCode = failed === 0 ? 0 : 1;

/** The console is for browsers: it has its own types, and its tests, which need no browser. */
async function checkConsole(): Promise<RunResult> {
  const types = await run(tool('tsc', '-p', 'console'));
  if (!types.ok) return types;
  const tests = await run(tool('vitest', 'run', '--root', 'console'));
  return { ...tests, seconds: types.seconds + tests.seconds };
}

/** Runs one step and prints its line; its output only when it failed. */
async function step(name: string, cure: string | null, work: () => Promise<RunResult>): Promise<boolean> {
  const { ok, output, seconds } = await work().catch(thrown);
  console.log(`  ${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(5)} s`);
  if (!ok) console.log([output.trimEnd(), ...(cure === null ? [] : [cure]), ''].join('\n'));
  return ok;
}

function thrown(error: unknown): RunResult {
  return { ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error), seconds: 0 };
}
