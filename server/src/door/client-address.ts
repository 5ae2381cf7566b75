import type { IncomingMessage } from 'node:http';
import type { IsTrusted } from '../kit/trusted-proxies.ts';

/**
 * Where a request that is no request of Fastify's comes from, by the same rule: the nearest address that no proxy named in the
 * configuration has passed on.
 */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, isTrusted: IsTrusted): string | null {
  const told = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  const hops = told.split(',').map((hop) => hop.trim());
  let address = request.socket.remoteAddress ?? null;
  while (address !== null && isTrusted(address)) {
    const next = hops.pop();
    if (next === undefined || next === '') break;
    address = next;
  }
  return address;
}
