/** What earlier versions read, and what has become of each. */
export const FORMER_SETTINGS: Readonly<Record<string, string>> = {
  BOREAL_ORPHANS: 'a machine that no row knows is never removed, but listed by: npm run operator -- orphan list',
};

/** What the customers' command line reads: whoever rents from a Boreal may run one. */
const OF_CUSTOMERS = ['BOREAL_URL', 'BOREAL_API_KEY', 'BOREAL_ALLOW_HTTP'];

/** Letters that differ, until which a name is one that was meant. */
const MISSPELT_MAX = 2;

/** A sentence for each variable that is named like a setting and that nobody reads. `engines`: their settings begin with their names. */
export function unreadSettings(
  given: Readonly<Record<string, unknown>>,
  { settings, engines }: { settings: readonly string[]; engines: readonly string[] },
): readonly string[] {
  const prefixes = engines.map((name) => `${name.toUpperCase().replaceAll('-', '_')}_`);
  return Object.keys(given)
    .filter(
      (name) =>
        name.startsWith('BOREAL_') && ![...settings, ...OF_CUSTOMERS].includes(name) && !prefixes.some((prefix) => name.startsWith(prefix)),
    )
    .toSorted()
    .map((name) => {
      const former = FORMER_SETTINGS[name];
      if (former !== undefined) return `${name}: it is gone: ${former}. Take it out of the settings.`;
      const meant = settings.find((setting) => difference(name, setting) <= MISSPELT_MAX);
      return `${name}: there is no such setting.${meant === undefined ? '' : ` Is ${meant} meant?`}`;
    });
}

/** How many letters must be written, taken out or replaced to make one of the other. */
function difference(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const letter of one) {
    const next = [(row[0] ?? 0) + 1];
    for (const [index, wanted] of [...other].entries()) {
      const replaced = (row[index] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
