import type { Endpoint } from './endpoint.ts';

/** An operation's name in the limits and the idempotency keys. */
export function operationName(endpoint: Pick<Endpoint, 'method' | 'path'>): string {
  return `${endpoint.method} ${endpoint.path}`;
}
