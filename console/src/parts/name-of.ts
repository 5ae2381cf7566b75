/** What a table of names calls something. What it does not have, since a newer version wrote it, is called as it is written. */
export function nameOf(names: Readonly<Record<string, string>>, written: string): string {
  return Object.hasOwn(names, written) ? (names[written] ?? written) : written;
}
