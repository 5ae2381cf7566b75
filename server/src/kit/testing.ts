import assert from 'node:assert/strict';
import type { Told } from '@boreal/contract/language.ts';

/** Common English words that no French sentence has. */
const ENGLISH = /\b(?:the|this|that|these|is|are|was|it|its|and|or|of|to|from|with|must|not|has|have|send|take|than|invalid|expected)\b/i;

/** Both sentences are there and whole, and the French one is French; what stands in « » is quoted as it is. */
export function assertTold({ en, fr }: Told): void {
  assert.match(en, /^[\x20-\x7e…]+\.$/u);
  assert.match(fr, /^[\x20-\x7e\u00a0\u202f…«»À-ÿœ]+\.$/u);
  assertFrench(fr);
}

export function assertFrench(text: string): void {
  assert.doesNotMatch(text.replace(/«[^»]*»/gu, ''), ENGLISH);
}
