import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sql, Tx } from '../../../db/connect.ts';
import { ensureLinkSecret, findLinkSecret } from './links.store.ts';

/** A token that its maker can verify: a purpose, an expiry, and a signature. Nobody else can make one. */
export async function signLink(tx: Tx, input: { content: Readonly<Record<string, unknown>>; expiresAt: Date; now: Date }): Promise<string> {
  const secret = await ensureLinkSecret(tx, input.now);
  const body = Buffer.from(JSON.stringify({ ...input.content, until: input.expiresAt.getTime() })).toString('base64url');
  return `${body}.${signature(secret, body)}`;
}

/** The purpose of a link; null if it is forged or has expired. */
export async function readLink(db: Sql, input: { token: string; now: Date }): Promise<object | null> {
  const secret = await findLinkSecret(db);
  const [body = '', sign = '', ...more] = input.token.split('.');
  // Compared as text: the same bytes have many encodings, and to a list of used links each would be a different link.
  const given = Buffer.from(sign);
  const right = secret && Buffer.from(signature(secret, body));
  if (right === null || more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const { until, ...content } = parse(body);
  return typeof until === 'number' && until > input.now.getTime() ? content : null;
}

function signature(secret: Buffer, body: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url');
}

function parse(body: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
