import { addMs, DAY_MS } from '../kit/clock.ts';

/** Who finds it knows that it is kept up: the end is always this far ahead, and the text the same for a day. */
const GOOD_FOR_DAYS = 180;

/** Where to report a weakness, as RFC 9116 has it. `now` is real time. */
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

/** An e-mail address as the link that the text must have; what is a link already stays. */
export function contactLink(contact: string): string {
  return /^(?:https|mailto|tel):/i.test(contact) ? contact : `mailto:${encodeURI(contact)}`;
}
