/** One year: the minimum before browsers remember it. The operator's other domain names are not Boreal's to decide about. */
const TRANSPORT_SECURITY = 'max-age=31536000';

/** Default headers of every answer: no caching, no content sniffing, and, if the site is encrypted, never plain HTTP. */
export function answerHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': TRANSPORT_SECURITY }),
  };
}
