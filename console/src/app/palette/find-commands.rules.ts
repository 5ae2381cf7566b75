import type { Command, CommandGroup } from './command.ts';

/** A heading with what was found under it, best first. */
export interface Found<C> {
  readonly group: CommandGroup;
  readonly commands: readonly C[];
}

type Findable = Pick<Command, 'group' | 'name' | 'about' | 'words' | 'whenAsked'>;

/** How many of one group are shown. */
const GROUP_MAX = 8;
/** Of things, before something is typed: what one can do stays in sight. */
const FIRST_MAX = 5;

/**
 * The commands that have every typed word, whatever its accents and case: names that begin so come first, and with them their group.
 * Without anything typed, the first of each group.
 */
export function findCommands<C extends Findable>(commands: readonly C[], typed: string): Found<C>[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    const first = commands.filter(({ whenAsked }) => whenAsked !== true);
    return grouped(first, ({ group }) => (group === 'pages' || group === 'actions' ? Infinity : FIRST_MAX));
  }
  const ranked = commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank);
  return grouped(
    ranked.map(({ command }) => command),
    () => GROUP_MAX,
  );
}

/** In the order in which the groups appear first. */
function grouped<C extends Findable>(commands: readonly C[], most: (command: C) => number): Found<C>[] {
  return [...Map.groupBy(commands, ({ group }) => group)].map(([group, all]) => ({
    group,
    commands: all.slice(0, all[0] === undefined ? 0 : most(all[0])),
  }));
}

/** 0 is best; Infinity: a word is missing. */
function rankOf({ name, about = '', words = [] }: Findable, typed: readonly string[]): number {
  const title = plain(name);
  if (title.startsWith(typed.join(' '))) return 0;
  const rest = plain([about, ...words.filter((word) => word !== null)].join(' '));
  const ranks = typed.map((word) => {
    if (title.split(/[\s-]+/).some((part) => part.startsWith(word))) return 1;
    if (title.includes(word)) return 2;
    return rest.includes(word) ? 3 : Infinity;
  });
  return Math.max(...ranks);
}

/** As somebody types who is in a hurry: no accents, no capitals, straight apostrophes. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}
