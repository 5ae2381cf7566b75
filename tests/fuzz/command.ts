import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSteps } from './read-steps.ts';
import { replay, runFuzz, type FuzzReport } from './run-fuzz.ts';
import { shrink } from './shrink.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    replay: { type: 'string' },
    keep: { type: 'string', default: 'data/fuzz' },
    told: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * `npm run fuzz -- [--requests N] [--seed S] [--seeds K] [--told] [--no-shrink] [--keep FOLDER] | --replay FILE`, on the
 * Postgres of BOREAL_TEST_POSTGRES. The exit code: 1 when something was found.
 */
export function fuzzCommand(signal: AbortSignal): Promise<number> {
  return values.replay === undefined ? runSeeds(signal) : again(values.replay);
}

async function again(file: string): Promise<number> {
  const report = await replay(readSteps(await readFile(file, 'utf8')));
  await tell(report);
  return report.findings.length > 0 ? 1 : 0;
}

async function runSeeds(signal: AbortSignal): Promise<number> {
  const first = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  let total = 0;
  let found = 0;
  for (let k = 0; k < Number(values.seeds) && !signal.aborted; k += 1) {
    const seed = first + k;
    const report = await runFuzz({ seed, requests: Number(values.requests), say, isOver: () => signal.aborted });
    total += report.sent;
    found += report.findings.length;
    await tell(report);
  }
  say(`fuzz: ${total} requests, ${found} findings.`);
  return found > 0 ? 1 : 0;
}

async function tell(report: FuzzReport): Promise<void> {
  const { seed, sent, seconds, findings } = report;
  for (const [n, finding] of findings.entries()) {
    say(`\nFOUND ${finding.kind}\nseed ${seed}, step ${finding.step.n}\n${finding.told}`);
    const steps = values['no-shrink'] ? report.steps.slice(0, finding.step.n) : await shrink(report.steps, finding);
    await mkdir(values.keep, { recursive: true });
    const file = join(values.keep, `${seed}-${n}.jsonl`);
    await writeFile(file, steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
    say(`${steps.length} steps lead there: npm run fuzz -- --replay ${file}`);
  }
  if (values.told) {
    for (const [name, told] of [...report.seen].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      say(`${name}: ${[...told].map(([what, times]) => `${times} × ${what}`).join(', ')}`);
    }
  }
  say(
    `fuzz: seed ${seed}: ${sent} requests in ${seconds.toFixed(0)} s, ${(sent / seconds).toFixed(0)} a second, ${findings.length} findings.`,
  );
}
