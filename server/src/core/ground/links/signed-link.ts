import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sql, Tx } from '../../../db/connect.ts';

const SECRET_BYTES = 32;

/** A text that whoever made it can recognise: what it is for and until when, and a signature. Nobody else can make one. */
export async function signLink(tx: Tx, input: { content: Readonly<Record<string, unknown>>; expiresAt: Date; now: Date }): Promise<string> {
  const secret = await ensureSecret(tx, input.now);
  const body = Buffer.from(JSON.stringify({ ...input.content, until: input.expiresAt.getTime() })).toString('base64url');
  return `${body}.${signature(secret, body).toString('base64url')}`;
}

/** What a link is for; null when it is forged or over. */
export async function readLink(db: Sql, input: { token: string; now: Date }): Promise<object | null> {
  const secret = await findSecret(db);
  const [body = '', sign = '', ...more] = input.token.split('.');
  const given = Buffer.from(sign, 'base64url');
  const right = secret && signature(secret, body);
  if (right === null || more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const { until, ...content } = parse(body);
  return typeof until === 'number' && until > input.now.getTime() ? content : null;
}

function signature(secret: Buffer, body: string): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}

function parse(body: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

async function findSecret(db: Sql | Tx): Promise<Buffer | null> {
  return (await db.selectFrom('linkSecrets').select('secret').where('id', '=', 'links').executeTakeFirst())?.secret ?? null;
}

/** One secret for all processes, made by whoever needs it first. */
async function ensureSecret(tx: Tx, now: Date): Promise<Buffer> {
  const known = await findSecret(tx);
  if (known) return known;
  const row = { id: 'links', secret: randomBytes(SECRET_BYTES), createdAt: now };
  await tx
    .insertInto('linkSecrets')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSecret(tx)) ?? row.secret;
}
