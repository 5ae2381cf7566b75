import { replay } from './run-fuzz.ts';
import { namesIn, type Finding, type Step } from './step.ts';

/** How long it may take to find fewer steps (real time). */
const LIMIT_MS = 90_000;

/** Fewer steps that end in the same finding, as far as they are found in the time there is. */
export async function shrink(steps: readonly Step[], { kind, step }: Finding): Promise<readonly Step[]> {
  const until = performance.now() + LIMIT_MS;
  const shows = async (some: readonly Step[]) => (await replay(some)).findings.some((finding) => finding.kind === kind);
  const before = steps.filter(({ n }) => n <= step.n);
  // Mostly it is the request alone, or with those that made what it names.
  for (const few of [needed(before, [step.n], 0), needed(before, [step.n], 99)]) if (await shows(few)) return few;
  let left = before;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < left.length && left.length > 1;) {
      if (performance.now() > until) return left;
      const without = [...left.slice(0, from), ...left.slice(from + size)];
      if (await shows(without)) left = without;
      else from += size;
    }
  }
  return left;
}

/** These steps and those whose answers they name, and so on. */
function needed(steps: readonly Step[], wanted: readonly number[], depth: number): readonly Step[] {
  const kept = new Set(wanted);
  for (let round = 0; round < depth; round += 1) {
    const size = kept.size;
    for (const one of steps) {
      if (!kept.has(one.n)) continue;
      for (const name of namesIn(JSON.stringify(one))) {
        const n = Number(/^(\d+)\./.exec(name)?.[1]);
        if (!Number.isNaN(n)) kept.add(n);
      }
    }
    if (kept.size === size) break;
  }
  return steps.filter(({ n }) => kept.has(n));
}
