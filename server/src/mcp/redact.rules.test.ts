import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isStorable } from '../kit/storable.ts';
import { redacted } from './redact.rules.ts';

test('what the audit keeps of any argument is a text that it can store: one that is not would hold up all after it', () => {
  const odd = fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.string({ unit: 'binary-ascii' }), fc.constant('\ud83e'));
  const long = fc.tuple(fc.nat(3), fc.constant('🦫'.repeat(300))).map(([by, beavers]) => 'x'.repeat(by) + beavers);
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(odd, long), fc.oneof(odd, long, fc.array(long))), (args) => {
      const texts: string[] = [];
      JSON.stringify(redacted(args), (name, value: unknown) => {
        texts.push(name, ...(typeof value === 'string' ? [value] : []));
        return value;
      });
      assert.deepEqual(
        texts.filter((text) => !isStorable(text)),
        [],
      );
    }),
  );
});
