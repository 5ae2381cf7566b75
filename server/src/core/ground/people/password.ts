import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_COST } from '../../../kit/password-cost.ts';

const KEY_BYTES = 64;
/** A block of 1 KiB (r = 8), used once (p = 1): the memory makes it expensive. */
const BLOCK = 8;

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** The parameters of hashes that predate parameters in the hash. */
const UNNAMED_COST: Cost = { N: 16_384, r: 16, p: 1 };

let costPower = PASSWORD_COST;

/** For the whole process, whose memory and threads it uses; see BOREAL_PASSWORD_COST. */
export function setPasswordCost(power: number): void {
  costPower = power;
}

/** The stored form of a password: scrypt with a random salt, `scrypt$log2 N$r$p$salt$key`, the last two in hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const key = await derive(password, salt, costNow());
  return ['scrypt', costPower, BLOCK, 1, salt, key.toString('hex')].join('$');
}

/** Whether a password matches the hash; takes the same time either way, and as long for an old hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const { cost, salt, expected } = readHash(hash);
  const key = await derive(password, salt, cost);
  // Otherwise the speed of a refusal would reveal whether the person exists.
  if (isOutdated(hash)) await derive(password, salt, costNow());
  return key.length === expected.length && timingSafeEqual(key, expected);
}

/** Whether a password should be hashed again the next time it is known. */
export function isOutdated(hash: string): boolean {
  const { cost } = readHash(hash);
  return cost.N !== costNow().N || cost.r !== BLOCK || cost.p !== 1;
}

function costNow(): Cost {
  return { N: 2 ** costPower, r: BLOCK, p: 1 };
}

function readHash(hash: string): { cost: Cost; salt: string; expected: Buffer } {
  const [name, power, r, p, salt = '', key = ''] = hash.split('$');
  if (name === 'scrypt') {
    return { cost: { N: 2 ** Number(power), r: Number(r), p: Number(p) }, salt, expected: Buffer.from(key, 'hex') };
  }
  const [oldSalt = '', oldKey = ''] = hash.split(':');
  return { cost: UNNAMED_COST, salt: oldSalt, expected: Buffer.from(oldKey, 'hex') };
}

/** How many run at the same time: file access needs the threads too, and a rush must not take all memory. */
const AT_ONCE = 2;
let busy = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: string, { N, r, p }: Cost): Promise<Buffer> {
  if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  busy += 1;
  try {
    return await run(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r });
  } finally {
    busy -= 1;
    waiting.shift()?.();
  }
}

const run = promisify<string, string, number, Cost & { maxmem: number }, Buffer>(scrypt);
