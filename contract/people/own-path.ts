/** Pages to which somebody may be taken after signing in, by how their paths begin. */
const OWN = /^\/(console|operator|invitation)([/?#]|$)/;

/**
 * A path of ours to continue to, as an address may name it; undefined for anything else: another site, a script, a path that a
 * browser reads as another site's. Links to us pass through many hands.
 */
export function ownPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !OWN.test(text) || /[\\\p{Cc}]/u.test(text)) return undefined;
  // Parsed as the browser would, whatever characters are in it.
  const { origin, pathname } = new URL(text, 'https://boreal.invalid');
  return origin === 'https://boreal.invalid' && OWN.test(pathname) ? text : undefined;
}
