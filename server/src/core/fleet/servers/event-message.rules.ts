import type { Locale } from '@boreal/contract/language.ts';
import { ServerEventType } from '@boreal/contract/server-events.ts';
import { tellServerEvent } from '@boreal/contract/server-event-words/tell-server-event.ts';

/** What of a line of the activity log its sentence is made from. Lines of before events were data have a message instead. */
export interface WrittenEvent {
  readonly type: string;
  readonly data: unknown;
  readonly message: string | null;
  readonly messageFr: string | null;
}

/** What a line of the activity log says to its reader. One of before lines were in two languages is English for everybody. */
export function eventMessage({ type, data, message, messageFr }: WrittenEvent, locale: Locale): string {
  if (message !== null) return locale === 'fr' ? (messageFr ?? message) : message;
  return tellServerEvent(ServerEventType.parse(type), data)[locale];
}
