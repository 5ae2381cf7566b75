import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidArgumentError } from 'commander';
import { parseMessage, parseReason, parseText } from './arguments.ts';

const WRONG: readonly [string, (text: string) => string, string, string][] = [
  ['a text that is too long', parseText, 'x'.repeat(101), 'Use at most 100 characters.'],
  ['an empty text', parseText, ' ', 'Enter a name.'],
  ['a reason that is too long', parseReason, 'x'.repeat(301), 'Use at most 300 characters.'],
  ['a message that is too long', parseMessage, 'x'.repeat(10_001), 'Use at most 10,000 characters.'],
];

for (const [what, parse, text, sentence] of WRONG)
  test(`${what} is refused as a form would, not in a validator’s words`, () =>
    assert.throws(
      () => parse(text),
      (error: unknown) => error instanceof InvalidArgumentError && error.message === sentence,
    ));
