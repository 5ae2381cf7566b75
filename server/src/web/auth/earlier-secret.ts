import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Secrets } from '../../core/ground/people/two-factor-secrets.ts';

/**
 * Re-signs what the previous secret signed and browsers still send, before anything reads it: cookies, and links in mails. So the library
 * needs only one secret, and signs the cookies that it renews with it.
 */
export function acceptEarlierSecret(app: FastifyInstance, { current, before }: Secrets): void {
  if (before === null) return;
  const secrets = { current, before };
  app.addHook('onRequest', async ({ headers, query }) => {
    if (headers.cookie !== undefined) headers.cookie = renewCookies(headers.cookie, secrets);
    if (hasToken(query)) query.token = renewToken(query.token, secrets);
  });
}

interface Both {
  readonly current: string;
  readonly before: string;
}

/** Replaces the signature in `name=value.signature` if the previous secret made it. All other cookies stay as they are. */
export function renewCookies(header: string, { current, before }: Both): string {
  return header
    .split('; ')
    .map((cookie) => {
      const [, name = '', text = ''] = /^([^=]+)=(.*)$/s.exec(cookie) ?? [];
      const [, value = '', signature = ''] = /^(.+)\.([^.]{44})$/s.exec(decoded(text)) ?? [];
      if (!isSame(signature, sign(before, value, 'base64'))) return cookie;
      return `${name}=${encodeURIComponent(`${value}.${sign(current, value, 'base64')}`)}`;
    })
    .join('; ');
}

/** Re-signs a link's token, which is a JSON Web Token. */
export function renewToken(token: string, { current, before }: Both): string {
  const [, content = '', signature = ''] = /^([^.]+\.[^.]+)\.([^.]+)$/.exec(token) ?? [];
  return isSame(signature, sign(before, content, 'base64url')) ? `${content}.${sign(current, content, 'base64url')}` : token;
}

function sign(secret: string, text: string, encoding: 'base64' | 'base64url'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function hasToken(query: unknown): query is { token: string } {
  return typeof query === 'object' && query !== null && 'token' in query && typeof query.token === 'string';
}
