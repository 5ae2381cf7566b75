import { expect, test } from 'vitest';
import { readDeploySearch } from './deploy-search.ts';

test('what was chosen is read from the address, and nothing that the page does not know', () => {
  const chosen = { plan: 'h100-sxm-x1', region: 'canada-montreal', cycle: 'annual', image: 'ubuntu-24.04', name: 'trainer' } as const;
  expect(readDeploySearch({ ...chosen, next: '/console' })).toEqual(chosen);
  expect(readDeploySearch({ plan: 7, region: ['x'], cycle: 'hourly', image: '', name: { toString: () => 'x' } })).toEqual({});
});

test('a name in the address is no longer than its field takes', () => {
  expect(readDeploySearch({ name: 'x'.repeat(5000) }).name).toHaveLength(100);
});
