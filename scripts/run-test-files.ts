// Runs test files, three at a time or `--at-once`, in the given order: `node --test` would sort them, and wait at the end for a long one
// that began last. scripts/test.ts lists them, and passes its options to Node's runner.
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { postgresSeconds, type ProcessorSeconds } from './processor-time.ts';
import { tellSkipped } from './tell-skipped.ts';

/** One more than a small machine has cores: files also wait for browsers, leases and machines that boot. */
const AT_ONCE = 3;
/** A hanging test fails after this many minutes, or `--minutes` where machines boot slowly. The longest takes four on an idle machine. */
const TEST_TIMEOUT_MINUTES = 12;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'test-name-pattern': { type: 'string', multiple: true },
    'test-skip-pattern': { type: 'string', multiple: true },
    'test-only': { type: 'boolean' },
    'at-once': { type: 'string' },
    slowest: { type: 'string' },
    minutes: { type: 'string' },
  },
});

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());

const times = join(tmpdir(), `boreal-processor-times-${process.pid}`);
if (values.slowest !== undefined) process.env['BOREAL_PROCESSOR_TIMES'] = times;

const events = run({
  files: positionals,
  concurrency: Number(values['at-once'] ?? AT_ONCE),
  timeout: Number(values.minutes ?? TEST_TIMEOUT_MINUTES) * 60_000,
  execArgv: [...before('end-what-hangs.ts'), ...(values.slowest === undefined ? [] : before('report-processor-time.ts'))],
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
const report = Readable.from(tellSkipped(events)).compose(new spec());
report.pipe(process.stdout);
await once(report, 'end');
if (values.slowest !== undefined) await tellSlowest(Number(values.slowest));
process.exitCode = ok ? 0 : 1;
// Otherwise this would wait for a file that ignores the signal.
if (stopped.signal.aborted) process.exit();

/** Makes Node load a module of this folder before each test file. */
function before(name: string): readonly string[] {
  return ['--import', new URL(name, import.meta.url).href];
}

/** The files that use the most processor time, themselves and through what they start, and Postgres' total. */
async function tellSlowest(many: number): Promise<void> {
  const used = readFileSync(times, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): ProcessorSeconds & { readonly file: string } => JSON.parse(line))
    .sort((a, b) => b.own + b.children - (a.own + a.children));
  rmSync(times);
  const sum = (part: keyof ProcessorSeconds) => used.reduce((seconds, file) => seconds + file[part], 0).toFixed(0);
  const postgres = (await postgresSeconds(process.env['BOREAL_TEST_POSTGRES'] ?? '')).toFixed(0);
  console.log(`processor: ${sum('own')} s in ${used.length} files, ${sum('children')} s in what they started, ${postgres} s in Postgres`);
  for (const { own, children, file } of used.slice(0, many)) {
    console.log(`  ${own.toFixed(1).padStart(7)} s ${children.toFixed(1).padStart(7)} s  ${file}`);
  }
}
