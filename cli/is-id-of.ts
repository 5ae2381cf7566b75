import type { Named } from '@boreal/contract/command-line/command-line.ts';
import { idPrefixes } from '@boreal/contract/values/ids.ts';

/** Whether a text is an id rather than a name: what begins like an id is never looked up. */
export function isIdOf(what: Named, text: string): boolean {
  return text.startsWith(`${idPrefixes[what]}_`);
}
