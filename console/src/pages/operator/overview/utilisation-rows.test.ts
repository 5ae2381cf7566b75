import { expect, test } from 'vitest';
import { utilisationRows } from './utilisation-rows.ts';

const pool = (poolId: string, points: { at: string; gpus: number; held: number }[]) => ({
  poolId,
  name: poolId,
  gpuModel: 'h100-sxm',
  points,
});

test('readings of several pools meet at their times, and a pool that had none then is not told as empty', () => {
  const rows = utilisationRows([
    pool('a', [
      { at: '2026-12-01T02:00:00.000Z', gpus: 8, held: 2 },
      { at: '2026-12-01T01:00:00.000Z', gpus: 8, held: 4 },
    ]),
    pool('b', [{ at: '2026-12-01T02:00:00.000Z', gpus: 0, held: 0 }]),
  ]);
  expect(rows).toEqual([
    { at: '2026-12-01T01:00:00.000Z', shares: { a: 50 } },
    { at: '2026-12-01T02:00:00.000Z', shares: { a: 25 } },
  ]);
});
