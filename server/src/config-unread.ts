/** Settings of earlier versions, and what replaced each. */
export const FORMER_SETTINGS: Readonly<Record<string, string>> = {
  BOREAL_ORPHANS: 'a machine that no row knows is never removed, but listed by: npm run operator -- orphan list',
};

/** The settings of the customers' command line: someone who rents from a Boreal may also run one. */
const OF_CUSTOMERS = ['BOREAL_URL', 'BOREAL_API_KEY', 'BOREAL_ALLOW_HTTP'];

/** Up to this many differing letters, a name counts as a misspelling. */
const MISSPELT_MAX = 2;

/** A sentence for each variable that looks like a setting but is never read. `engines`: their settings are prefixed with their names. */
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

/** The edit distance: how many letters to insert, delete or replace to turn one into the other. */
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
