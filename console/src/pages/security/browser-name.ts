const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** A browser as its owner would call it, from its user agent: `Firefox, Linux`. Null if that says nothing. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  // The order matters: most browsers claim to be others, too.
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1];
  const known = [browser, system].filter((part) => part !== undefined);
  return known.length === 0 ? null : known.join(', ');
}
