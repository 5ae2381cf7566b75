import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Sql } from '../../db/connect.ts';
import { listTwoFactors, replaceTwoFactor } from './two-factors.store.ts';

/** The secret that signs and encrypts, and, while it is being replaced, the one before: what that one signed still holds. */
export interface Secrets {
  readonly current: string;
  readonly before: string | null;
}

/**
 * Signs anew what browsers bring that the secret before has signed, before anybody reads it: cookies, and links that mails hold. So the
 * library needs to know of one secret only, and the cookies that it renews are of this one.
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

/** `name=value.signature`, where the signature is the secret's before: the same with this one's. All other cookies stay as they are. */
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

/** A token of a link, as JSON Web Tokens are signed. */
export function renewToken(token: string, { current, before }: Both): string {
  const [, content = '', signature = ''] = /^([^.]+\.[^.]+)\.([^.]+)$/.exec(token) ?? [];
  return isSame(signature, sign(before, content, 'base64url')) ? `${content}.${sign(current, content, 'base64url')}` : token;
}

const PAGE = 200;

/**
 * Encrypts the second factors anew that the secret before has encrypted; of one person, or of all. What neither opens stays as it is. Answers
 * how many there were.
 */
export async function renewTwoFactors(db: Sql, { current, before }: Secrets, userId: string | null = null): Promise<number> {
  if (before === null) return 0;
  const secrets = { current, before };
  let renewed = 0;
  for (let after = ''; ;) {
    const rows = await listTwoFactors(db, { after, limit: PAGE, userId });
    for (const row of rows) {
      const [secret, backupCodes] = [await encryptedAnew(row.secret, secrets), await encryptedAnew(row.backupCodes, secrets)];
      if (secret === null && backupCodes === null) continue;
      // Who has turned it off and on meanwhile has another already.
      const isOurs = await replaceTwoFactor(db, row, { secret: secret ?? row.secret, backupCodes: backupCodes ?? row.backupCodes });
      if (isOurs) renewed += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return renewed;
    after = last.id;
  }
}

/** Null: the secret before has not encrypted it. */
async function encryptedAnew(data: string, { current, before }: Both): Promise<string | null> {
  if ((await opened(current, data)) !== null) return null;
  const text = await opened(before, data);
  return text === null ? null : symmetricEncrypt({ key: current, data: text });
}

/** What is encrypted is sealed, too: another key does not open it. */
async function opened(key: string, data: string): Promise<string | null> {
  try {
    return await symmetricDecrypt({ key, data });
  } catch {
    return null;
  }
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
