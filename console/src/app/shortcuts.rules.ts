import type { NavEntry, NavGroup } from './nav-entry.ts';

/** What a key asks for: a page, the palette, the list of shortcuts, or `then`: the next key tells which page. */
export type Asked = { readonly page: NavEntry } | 'commands' | 'shortcuts' | 'then';

interface Key {
  readonly key: string;
  /** With Ctrl, ⌘ or Alt. */
  readonly held: { readonly command: boolean; readonly other: boolean };
  /** Whether `g` was pressed just before. */
  readonly afterG: boolean;
  /** Whether single keys are shortcuts here: not where one types, and not for people who have turned them off. */
  readonly single: boolean;
}

/** Reads a pressed key; null: it is none of ours. */
export function readShortcut({ key, held, afterG, single }: Key, groups: readonly NavGroup[]): Asked | null {
  if (held.command) return key.toLowerCase() === 'k' && !held.other ? 'commands' : null;
  if (held.other || !single) return null;
  if (afterG) {
    const page = groups.flatMap(({ entries }) => entries).find((entry) => entry.key === key.toLowerCase());
    return page === undefined ? null : { page };
  }
  if (key === '?') return 'shortcuts';
  return key.toLowerCase() === 'g' ? 'then' : null;
}
