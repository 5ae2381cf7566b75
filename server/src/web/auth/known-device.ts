import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '../../kit/clock.ts';
import { randomBase62 } from '../../kit/ids.ts';

/** The cookie by which a browser shows that someone has signed in with it; the library adds its prefix. */
export const DEVICE_COOKIE = 'device';
export const DEVICE_DAYS = 180;
/** The most people who can share a browser. */
const PEOPLE_MAX = 4;

/** A browser in which a person has signed in, under a name that reveals nothing about them. */
export interface KnownDevice {
  readonly id: string;
}

/**
 * What a browser stores: for each person an expiry, a name, and a signature over both and the address. It grants no access; it only shows
 * that their guesses are not a stranger's.
 */
export function withDevice(value: string | null, { email, secret, at }: { email: string; secret: string; at: Date }): string {
  const end = Math.floor((at.getTime() + DEVICE_DAYS * DAY_MS) / SECOND_MS).toString(36);
  const id = randomBase62(16);
  const entry = `${end}.${id}.${signature(secret, { email, end, id })}`;
  const others = entriesOf(value).filter((other) => !isOf(other, { email, secret, at }));
  return [entry, ...others].slice(0, PEOPLE_MAX).join('~');
}

/** The browser's device entry for this address; null if nobody has signed in to it here, or if the entry is forged or expired. */
export function knownDevice(value: string | null, whose: { email: string; secret: string; at: Date }): KnownDevice | null {
  const entry = entriesOf(value).find((one) => isOf(one, whose));
  return entry === undefined ? null : { id: entry.split('.')[1] ?? '' };
}

function entriesOf(value: string | null): string[] {
  return value === null || value.length > 1000 ? [] : value.split('~');
}

function isOf(entry: string, { email, secret, at }: { email: string; secret: string; at: Date }): boolean {
  const [end = '', id = '', sign = ''] = entry.split('.');
  const [given, right] = [Buffer.from(sign), Buffer.from(signature(secret, { email, end, id }))];
  return given.length === right.length && timingSafeEqual(given, right) && Number.parseInt(end, 36) * SECOND_MS > at.getTime();
}

function signature(secret: string, about: { email: string; end: string; id: string }): string {
  const text = JSON.stringify(['device', about.email.toLowerCase(), about.end, about.id]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}
