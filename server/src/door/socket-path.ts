import type { IncomingMessage } from 'node:http';

/** The path of a terminal's WebSocket, the only one where a connection may be upgraded. */
export const SOCKET_PATH = '/serial-console/socket';

/**
 * Whether to honour a request's `Upgrade`. Elsewhere the header is ignored, and the request is answered as if it had none: curl and Java's
 * client offer HTTP/2 with their first request. Browsers say which page opened a socket: another site's page must not use a link that it
 * has obtained.
 */
export function becomesSocket({ method, url, headers }: IncomingMessage, siteUrl: string): boolean {
  return method === 'GET' && url === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket' && headers.origin === siteUrl;
}
