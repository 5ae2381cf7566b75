import { z } from 'zod';
import type { Puzzle } from './solve-puzzle.ts';

const Told = z.union([z.object({ tried: z.number() }), z.object({ nonce: z.number() })]);

/**
 * Solves a puzzle in a worker, while the page stays responsive. Its progress cannot be known: the number reported, from 0 to 1, is
 * how many of a hundred browsers would have finished by now.
 * @throws Error the browser cannot run workers
 */
export function solveApart(puzzle: Puzzle, onShare: (share: number) => void): Promise<number> {
  const worker = new Worker(new URL('./puzzle-worker.ts', import.meta.url), { type: 'module' });
  onShare(0);
  return new Promise<number>((resolve, reject) => {
    worker.addEventListener('error', (event) => reject(new Error('the puzzle could not be worked on', { cause: event })));
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const told = Told.parse(data);
      if ('nonce' in told) resolve(told.nonce);
      onShare('nonce' in told ? 1 : 1 - Math.exp(-told.tried / 2 ** puzzle.bits));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is no window, and has no origin
    worker.postMessage(puzzle);
  }).finally(() => worker.terminate());
}
