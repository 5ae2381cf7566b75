import type { IncomingMessage } from 'node:http';
import type { IsTrusted } from '../kit/trusted-proxies.ts';

/**
 * The client address of a request that Fastify does not handle, by the same rule as Fastify's: the nearest address that is not one of the
 * configured proxies.
 */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, isTrusted: IsTrusted): string | null {
  const header = request.headers['x-forwarded-for'] ?? '';
  let told = typeof header === 'string' ? header : header.join(',');
  let address = request.socket.remoteAddress ?? null;
  while (address !== null && isTrusted(address)) {
    const comma = told.lastIndexOf(',');
    const hop = told.slice(comma + 1).trim();
    if (hop === '') break;
    address = hop;
    told = told.slice(0, Math.max(comma, 0));
  }
  return address;
}
