import type { Command, CommandGroup } from './command.ts';

/** A heading with what was found under it, best first. */
export interface Found<C> {
  readonly group: CommandGroup;
  readonly commands: readonly C[];
}

type Findable = Pick<Command, 'group' | 'name' | 'about' | 'words' | 'whenAsked'>;
/** Deeds are of the same kind as what they are done with. */
type WithDeeds<C> = Findable & { readonly deeds?: () => readonly C[] };

/** How many of one group are shown. */
const GROUP_MAX = 8;
/** Of things, before something is typed: what one can do stays in sight. */
const FIRST_MAX = 5;
/** Where so few are found, what can be done with each of them is listed; of more, the first would hide the rest. */
const FEW = 2;

/**
 * The commands that have every typed word, whatever its accents and case: names that begin so come first, and with them their group.
 * What can be done with a thing follows it where the thing is one of a few, or has exactly the typed name.
 * Without anything typed, the first of each group.
 */
export function findCommands<C extends WithDeeds<C>>(commands: readonly C[], typed: string): Found<C>[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    const first = commands.filter(({ whenAsked }) => whenAsked !== true);
    return grouped(first, ({ group }) => (group === 'pages' || group === 'actions' ? Infinity : FIRST_MAX));
  }
  const search: Search = { typed: words, read: readOnce() };
  const ranked = commands.flatMap((command) => rankedOf(command, search)).toSorted((a, b) => a.rank - b.rank);
  const exact = new Set<C>(ranked.filter(({ rank }) => rank === EXACT).map(({ command }) => command));
  return grouped(
    ranked.map(({ command }) => command),
    () => GROUP_MAX,
  ).map(({ group, commands: found }) => ({
    group,
    commands: found.flatMap((command) => (found.length <= FEW || exact.has(command) ? [command, ...(command.deeds?.() ?? [])] : [command])),
  }));
}

/** In the order in which the groups appear first. */
function grouped<C extends Findable>(commands: readonly C[], most: (command: C) => number): Found<C>[] {
  return [...Map.groupBy(commands, ({ group }) => group)].map(([group, all]) => ({
    group,
    commands: all.slice(0, all[0] === undefined ? 0 : most(all[0])),
  }));
}

interface Ranked<C> {
  readonly command: C;
  readonly rank: number;
}

interface Search {
  readonly typed: readonly string[];
  readonly read: (text: string) => string;
}

/** The command if it has every word; otherwise those of its deeds that have the missing ones: `stop web`. */
function rankedOf<C extends WithDeeds<C>>(command: C, search: Search): Ranked<C>[] {
  const rank = rankOf([command], search);
  if (rank < Infinity || command.deeds === undefined) return rank < Infinity ? [{ command, rank }] : [];
  return command
    .deeds()
    .map((deed) => ({ command: deed, rank: rankOf([deed, command], search) }))
    .filter((deed) => deed.rank < Infinity);
}

const EXACT = 0;

/** Of a command, or of a deed and what it is done with, read as one. 0 is best; Infinity: a word is missing. */
function rankOf(parts: readonly Findable[], { typed, read }: Search): number {
  const title = parts.map(({ name }) => read(name)).join(' ');
  const all = typed.join(' ');
  if (title === all) return EXACT;
  if (title.startsWith(all)) return 1;
  const rest = parts
    .flatMap(({ about = '', words = [] }) => [about, ...words.filter((word) => word !== null)])
    .map(read)
    .join(' ');
  const ranks = typed.map((word) => {
    if (title.startsWith(word) || title.includes(` ${word}`) || title.includes(`-${word}`)) return 2;
    if (title.includes(word)) return 3;
    return rest.includes(word) ? 4 : Infinity;
  });
  return Math.max(...ranks);
}

/** A thousand servers have the same deeds: each text is made plain once for a search. */
function readOnce(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const read = known.get(text) ?? plain(text);
    known.set(text, read);
    return read;
  };
}

/** As somebody types who is in a hurry: no accents, no capitals, straight apostrophes. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}
