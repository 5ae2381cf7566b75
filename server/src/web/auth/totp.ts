import { createOTP } from '@better-auth/utils/otp';
import { timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '../../kit/clock.ts';

const STEP_MS = 30 * SECOND_MS;
/** A clock may be one step early or late. */
const AROUND = [-1, 0, 1];

/** The 30-second step of this code near a given time; null if there is none. See RFC 6238, 5.2. */
export async function stepOf({ secret, code, at }: { secret: string; code: string; at: Date }): Promise<number | null> {
  const now = Math.floor(at.getTime() / STEP_MS);
  const otp = createOTP(secret);
  const codes = await Promise.all(AROUND.map(async (by) => ({ step: now + by, right: await otp.hotp(now + by) })));
  return codes.find(({ right }) => isSame(right, code))?.step ?? null;
}

function isSame(right: string, code: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}
