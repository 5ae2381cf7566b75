import type { Endpoint } from './endpoint.ts';

/** An operation's name in rate limits and idempotency keys. */
export function operationName(endpoint: Pick<Endpoint, 'method' | 'path'>): string {
  return `${endpoint.method} ${endpoint.path}`;
}
