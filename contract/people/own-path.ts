/** Pages that a person may be sent to after signing in, by the start of their paths. */
const OWN = /^\/(console|operator|invitation)([/?#]|$)/;

/**
 * A path on this site to continue to, taken from a URL; undefined for anything else: another site, a script, or a path that a browser would
 * read as another site's. Links to Boreal pass through many hands.
 */
export function ownPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !OWN.test(text) || /[\\\p{Cc}]/u.test(text)) return undefined;
  // Parsed as a browser would, whatever its characters.
  const { origin, pathname } = new URL(text, 'https://boreal.invalid');
  return origin === 'https://boreal.invalid' && OWN.test(pathname) ? text : undefined;
}
