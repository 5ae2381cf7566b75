import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

test('a secret is replaced by another one', () => {
  const one = 'one secret of thirty-two characters';
  assert.equal(readConfig({ BOREAL_SECRET: `${one}, too`, BOREAL_SECRET_BEFORE: one }).secretBefore, one);
  for (const env of [{ BOREAL_SECRET_BEFORE: one }, { BOREAL_SECRET: one, BOREAL_SECRET_BEFORE: one }])
    assert.throws(() => readConfig(env), /BOREAL_SECRET_BEFORE: it is the secret that BOREAL_SECRET replaces/);
});
