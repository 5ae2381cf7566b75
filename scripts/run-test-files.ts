// Runs test files, three at a time, in the order in which they are named: `node --test` sorts them, and a long one that
// begins last is waited for alone. scripts/test.ts names them, and gives Node's runner what it was asked for.
import { once } from 'node:events';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';

/** One more than a small machine has cores: files wait, too, for browsers, leases and machines that boot. */
const AT_ONCE = 3;
/** A test that hangs is failed after this long. */
const TEST_TIMEOUT_MS = 5 * 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'test-name-pattern': { type: 'string', multiple: true },
    'test-skip-pattern': { type: 'string', multiple: true },
    'test-only': { type: 'boolean' },
  },
});

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());

const events = run({
  files: positionals,
  concurrency: AT_ONCE,
  timeout: TEST_TIMEOUT_MS,
  // Files that still run are then told to end, and are named as those that failed.
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
// A file that does not end when it is told to would be waited for.
if (stopped.signal.aborted) process.exit();
