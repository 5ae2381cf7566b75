import { toldIn } from '@boreal/contract/words/french-spacing.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { tellServerEvent } from '@boreal/contract/server-event-words/tell-server-event.ts';

/** What a log line's sentence is made from. Lines that predate structured events have a message instead. */
export interface WrittenEvent {
  readonly type: string;
  readonly data: unknown;
  readonly message: string | null;
  readonly messageFr: string | null;
}

/** The text of a line of the activity log, in its reader's language. Lines that predate the second language are English for everybody. */
export function eventMessage({ type, data, message, messageFr }: WrittenEvent, locale: Locale): string {
  if (message !== null) return locale === 'fr' ? (messageFr ?? message) : message;
  return toldIn(locale, tellServerEvent(type, data));
}
