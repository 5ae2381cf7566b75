// Runs test files, three at a time or `--at-once`, in the order given: `node --test` sorts them, and would wait at the end for a long one that
// began last. scripts/test.ts lists them, and passes its options to Node's runner.
import { once } from 'node:events';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';

/** One more than a small machine has cores: files also wait for browsers, leases and machines that boot. */
const AT_ONCE = 3;
/** A test that hangs fails after this long. */
const TEST_TIMEOUT_MS = 5 * 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'test-name-pattern': { type: 'string', multiple: true },
    'test-skip-pattern': { type: 'string', multiple: true },
    'test-only': { type: 'boolean' },
    'at-once': { type: 'string' },
  },
});

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());

const events = run({
  files: positionals,
  concurrency: Number(values['at-once'] ?? AT_ONCE),
  timeout: TEST_TIMEOUT_MS,
  // Files still running are then stopped, and listed as failed.
  signal: stopped.signal,
  ...(values['test-name-pattern'] && { testNamePatterns: values['test-name-pattern'] }),
  ...(values['test-skip-pattern'] && { testSkipPatterns: values['test-skip-pattern'] }),
  ...(values['test-only'] && { only: true }),
});
let ok = false;
events.on('test:summary', ({ file, success }) => {
  if (file === undefined) ok = success;
});
const report = events.compose(new spec());
report.pipe(process.stdout);
await once(report, 'end');
process.exitCode = ok ? 0 : 1;
// Otherwise a file that ignores the signal would be waited for.
if (stopped.signal.aborted) process.exit();
