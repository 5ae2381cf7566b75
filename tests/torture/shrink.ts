import type { History, Step } from './history.ts';
import { kindOf } from './told.ts';

/**
 * The shortest history found that still shows one of the same wrongs: ever smaller parts of it are left out, as long as it still
 * fails and there is time.
 */
export async function shrink(
  history: History,
  how: { wrong: readonly string[]; run: (history: History) => Promise<readonly string[]>; limitMs: number },
): Promise<{ history: History; wrong: readonly string[] }> {
  const ends = performance.now() + how.limitMs;
  const kinds = new Set(how.wrong.map(kindOf));
  let best = { history, wrong: how.wrong };
  const isShorter = async (steps: readonly Step[]) => {
    const tried = { ...best.history, steps };
    const wrong = await how.run(tried);
    if (!wrong.some((sentence) => kinds.has(kindOf(sentence)))) return false;
    best = { history: tried, wrong };
    return true;
  };
  for (let size = Math.ceil(history.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = best.history.steps.length - size; from > -size; from -= size) {
      if (performance.now() > ends) return best;
      const { steps } = best.history;
      await isShorter(steps.filter((_step, n) => n < from || n >= from + size));
    }
  }
  return best;
}
