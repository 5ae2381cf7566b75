import type { Named } from '@boreal/contract/command-line/command-line.ts';
import { idPrefixes } from '@boreal/contract/values/ids.ts';

/** Whether a text is an id, and not a name: what begins as ids do is never looked up. */
export function isIdOf(what: Named, text: string): boolean {
  return text.startsWith(`${idPrefixes[what]}_`);
}
