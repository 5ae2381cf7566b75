// npm run torture -- --histories N --seed S [--steps M] [--kill] [--replay FILE]
import { prepareTemplate } from '../server/src/db/testing.ts';
import { withTestPostgres } from './test-postgres.ts';
import { drawHistory } from '../tests/torture/draw-history.ts';
import { keep, readKept } from '../tests/torture/kept-histories.ts';
import { lived, noteLived, type Lived } from '../tests/torture/lived.ts';
import { run, script } from './run.ts';
import { optionsOrExit, type TortureOptions } from './torture-options.ts';
import { runHistory } from '../tests/torture/run-history.ts';
import { shrink } from '../tests/torture/shrink.ts';
import { told } from '../tests/torture/told.ts';
import { openStage, type Stage } from '../tests/torture/world.ts';

/** After this many histories, later ones get a new database: the old one has dead rows waiting for vacuum. */
const ON_ONE_STAGE = 200;
const SHRINK_MS = 5 * 60_000;

const options = optionsOrExit(process.argv.slice(2));
const stopped = new AbortController();
process.once('SIGINT', () => stopped.abort());
process.once('SIGTERM', () => stopped.abort());

const failed = options.kill
  ? await killMany(options)
  : await withTestPostgres(async (url) => {
      await prepareTemplate(url);
      return options.replay === null ? playMany(options) : replay(options.replay);
    });
process.exitCode = failed === 0 ? 0 : 1;

/** Kills real processes again and again, at moments that the seed determines, while customers use them. */
async function killMany({ histories, seed }: TortureOptions): Promise<number> {
  let failures = 0;
  for (let n = 0; n < histories && !stopped.signal.aborted; n += 1) {
    const env = { BOREAL_KILL_SEED: String(seed + n) };
    // They bring their own Postgres, which is killed too.
    const { ok } = await run(script('scripts/run-test-files.ts', 'tests/faults/kill.test.ts', 'tests/faults/kill-backups.test.ts'), {
      show: true,
      env,
    });
    console.log(`killed with seed ${seed + n}: ${ok ? 'nothing is wrong' : 'FAILED, see above'}`);
    if (!ok) failures += 1;
  }
  return failures;
}

async function replay(file: string): Promise<number> {
  const stage = await openStage();
  try {
    const wrong = await runHistory(stage, (await readKept(file)).history);
    console.log(wrong.length === 0 ? `${file}: nothing is wrong.` : `${file}:\n${indented(wrong)}`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await stage.close();
  }
}

async function playMany({ histories, seed, steps }: TortureOptions): Promise<number> {
  const begun = performance.now();
  const seen: Lived = new Map();
  let [played, failures] = [0, 0];
  let stage = await openStage();
  try {
    for (; played < histories && !stopped.signal.aborted; played += 1) {
      if (played > 0 && played % ON_ONE_STAGE === 0) {
        await stage.close();
        stage = await openStage();
        console.log(progress(played, histories, begun, failures));
      }
      const history = drawHistory(seed + played, steps);
      const wrong = await runHistory(stage, history);
      await noteLived(seen, stage.cloud.db);
      if (wrong.length === 0) continue;
      failures += 1;
      await report(stage, { seed: seed + played, steps, wrong });
    }
  } finally {
    await stage.close();
  }
  console.log(`${progress(played, histories, begun, failures)}\nWhat they lived through:\n${lived(seen)}`);
  return failures;
}

async function report(stage: Stage, found: { seed: number; steps: number; wrong: readonly string[] }): Promise<void> {
  const { seed, steps } = found;
  console.log(`seed ${seed} (--histories 1 --seed ${seed} --steps ${steps}):\n${indented(found.wrong)}`);
  const { history, wrong } = await shrink(drawHistory(seed, steps), {
    wrong: found.wrong,
    run: (shorter) => runHistory(stage, shorter),
    limitMs: SHRINK_MS,
  });
  const file = await keep(`seed-${seed}`, { found: told(wrong), history });
  console.log(
    `  ${history.steps.length} steps show it, kept in ${file}:\n${history.steps.map((step) => `    ${JSON.stringify(step)}`).join('\n')}`,
  );
}

function progress(played: number, histories: number, begun: number, failures: number): string {
  const seconds = (performance.now() - begun) / 1000;
  return `${played} of ${histories} histories in ${Math.round(seconds)} s (${(played / seconds).toFixed(1)} a second), ${failures} failed`;
}

function indented(wrong: readonly string[]): string {
  return told(wrong)
    .map((sentence) => `  ${sentence}`)
    .join('\n');
}
