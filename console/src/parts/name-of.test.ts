import { expect, test } from 'vitest';
import { nameOf } from './name-of.ts';

test('what a newer version has written is called as it is written', () => {
  const names = { 'server.stopped': 'Server stopped' };
  expect(nameOf(names, 'server.stopped')).toBe('Server stopped');
  expect(nameOf(names, 'server.cloned')).toBe('server.cloned');
  expect(nameOf(names, 'toString')).toBe('toString');
});
