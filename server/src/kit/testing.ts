import assert from 'node:assert/strict';
import type { Told } from '@boreal/contract/words/language.ts';

/** Common English words that occur in no French sentence. */
const ENGLISH = /\b(?:the|this|that|these|is|are|was|it|its|and|or|of|to|from|with|must|not|has|have|send|take|than|invalid|expected)\b/i;

/** Both sentences are present and complete, and the French one is French; text in « » is a quotation. */
export function assertTold({ en, fr }: Told): void {
  assert.match(en, /^[\x20-\x7e…]+\.$/u);
  assert.match(fr, /^[\x20-\x7e\u00a0\u202f…«»À-ÿœ’]+\.$/u);
  assertFrench(fr);
}

export function assertFrench(text: string): void {
  assert.doesNotMatch(text.replace(/«[^»]*»/gu, ''), ENGLISH);
  assert.doesNotMatch(text, /(?<![\p{L}\d'’])(?:[cdjlmnst]|(?:qu|jusqu|lorsqu|puisqu|quelqu|aujourd))'(?=\p{L})/iu);
}
