import type { IncomingMessage } from 'node:http';

/** Where the serial console's WebSocket is opened: the one address at which a connection changes its protocol. */
export const SOCKET_PATH = '/serial-console/socket';

/**
 * Whether a request's `Upgrade` counts. Elsewhere it is a wish that we do not grant, and the request is answered as if it did
 * not say so: curl and Java's client offer HTTP/2 with their first request. Browsers say where a socket was opened from:
 * another site's page must not use a link that it has got hold of.
 */
export function becomesSocket({ method, url, headers }: IncomingMessage, siteUrl: string): boolean {
  return method === 'GET' && url === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket' && headers.origin === siteUrl;
}
