import { addMs, DAY_MS } from '../kit/clock.ts';

/** The expiry shows that the file is maintained: it is always this far ahead, and the text is the same for a day. */
const GOOD_FOR_DAYS = 180;

/** Where to report a vulnerability, in the format of RFC 9116. `now` is real time. */
export function securityText({ siteUrl, contact, now }: { siteUrl: string; contact: string; now: Date }): string {
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  return [
    `Contact: ${contact}`,
    `Expires: ${addMs(today, GOOD_FOR_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en, fr',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Converts an e-mail address to the link that the text must contain; a link stays as it is. */
export function contactLink(contact: string): string {
  return /^(?:https|mailto|tel):/i.test(contact) ? contact : `mailto:${encodeURI(contact)}`;
}
