import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readSteps } from './read-steps.ts';
import { replay, runFuzz, type FuzzReport } from './run-fuzz.ts';

// Fixed, so that a change is judged by itself: seeds that nobody has tried are for "npm run fuzz".
const SEEDS = [1, 2, 20_261_122];
const REQUESTS = 1700;

const KEPT = new URL('kept/', import.meta.url);
for (const file of readdirSync(KEPT)) {
  test(`what was found once stays mended: ${file.replace('.jsonl', '')}`, async () => {
    assertNothingFound(await replay(readSteps(readFileSync(new URL(file, KEPT), 'utf8'))));
  });
}

const statuses = new Set<string>();
for (const seed of SEEDS) {
  test(`whatever is asked of any door, it answers as it promises: npm run fuzz -- --requests ${REQUESTS} --seed ${seed}`, async () => {
    const report = await runFuzz({ seed, requests: REQUESTS });
    assertNothingFound(report);
    for (const told of report.seen.values()) for (const what of told.keys()) statuses.add(what.slice(0, 3));
  });
}

test('requests came everywhere: each kind of answer was seen', () => {
  const missing = ['200', '201', '400', '401', '402', '403', '404', '409'].filter((status) => !statuses.has(status));
  assert.deepEqual(missing, []);
});

function assertNothingFound({ findings }: FuzzReport): void {
  const told = findings.map(({ kind, told: how, step }) => `${kind}\nstep ${step.n}\n${how}`);
  assert.equal(findings.length, 0, `\n${told.join('\n\n')}`);
}
