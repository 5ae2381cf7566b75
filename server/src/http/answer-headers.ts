/** A year: what browsers require before they remember it. Other names of the operator's domain are not ours to speak for. */
const TRANSPORT_SECURITY = 'max-age=31536000';

/**
 * Default headers of every answer: nobody caches it, its type is the one it names, and, where the site is encrypted, it must never
 * be requested otherwise.
 */
export function answerHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': TRANSPORT_SECURITY }),
  };
}
