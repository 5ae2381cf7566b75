import { solvePuzzle, type Puzzle } from './solve-puzzle.ts';

// Runs beside the page: it is handed one puzzle, and tells how far it is and then the answer.
addEventListener('message', ({ data }: MessageEvent<Puzzle>) => {
  postMessage({ nonce: solvePuzzle(data, (tried) => postMessage({ tried })) });
});
