import { solvePuzzle, type Puzzle } from './solve-puzzle.ts';

// Runs beside the page: it receives one puzzle, and reports its progress and then the answer.
addEventListener('message', ({ data }: MessageEvent<Puzzle>) => {
  postMessage({ nonce: solvePuzzle(data, (tried) => postMessage({ tried })) });
});
