import type { FastifyRequest } from 'fastify';
import { CLIENT_ADDRESS, REQUEST_ID } from './auth-headers.ts';
import { AUTH_PATH } from './create-auth.ts';

/** Client headers that the library may see; addresses claimed by proxies and clients are not among them. */
const PASSED = ['cookie', 'user-agent', 'origin'] as const;

/** A request as the library reads it: at the site's own address, whatever Host the client sent. */
export function authRequest(
  request: FastifyRequest,
  to: { siteUrl: string; path: string; query: Readonly<Record<string, string>>; body: object | null },
): Request {
  const { siteUrl, path, query, body } = to;
  const url = new URL(`${siteUrl}${AUTH_PATH}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const headers = personHeaders(request);
  if (body === null) return new Request(url, { method: 'GET', headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The headers that tell the library who the caller is, and from where. */
export function personHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of PASSED) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  headers.set(CLIENT_ADDRESS, request.ip);
  headers.set(REQUEST_ID, request.id);
  return headers;
}
