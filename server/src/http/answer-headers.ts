/** A year: what browsers ask for before they remember it. Other names of the operator's domain are not ours to speak of. */
const TRANSPORT_SECURITY = 'max-age=31536000';

/**
 * What every answer says unless it knows better: that nobody keeps it, that its type is the one it names, and, where the site
 * is encrypted, that it is never to be asked for otherwise.
 */
export function answerHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': TRANSPORT_SECURITY }),
  };
}
