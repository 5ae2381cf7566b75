/** Pages that somebody may be led to after signing in, by how their paths begin. */
const OWN = /^\/(console|operator|invitation)([/?#]|$)/;

/**
 * A path of ours to go on to, as an address may name it; undefined for whatever else stands there: another site, a script, a
 * path that a browser reads as another site's. Links to us go through many hands.
 */
export function ownPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !OWN.test(text) || /[\\\p{Cc}]/u.test(text)) return undefined;
  // As the browser itself reads it, whatever it makes of the signs in it.
  const { origin, pathname } = new URL(text, 'https://boreal.invalid');
  return origin === 'https://boreal.invalid' && OWN.test(pathname) ? text : undefined;
}
