import assert from 'node:assert/strict';

/** What a hook starts before the tests, for who asks for it in them. */
export function started<T>(part: T | undefined): T {
  assert.ok(part !== undefined, 'it does not run yet');
  return part;
}
