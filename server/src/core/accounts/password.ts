import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const KEY_BYTES = 64;
// The cost that OWASP names for scrypt, and the format `salt:key` in hexadecimal that better-auth reads.
const COST = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 } as const;

const derive = promisify<string, string, number, typeof COST, Buffer>(scrypt);

/** A password as it is kept: scrypt with a random salt, `salt:key` in hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, COST);
  return `${salt}:${key.toString('hex')}`;
}

/** Whether a password is the one that was hashed; takes the same time either way. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split(':');
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, COST);
  const expectedKey = Buffer.from(expected, 'hex');
  return key.length === expectedKey.length && timingSafeEqual(key, expectedKey);
}
