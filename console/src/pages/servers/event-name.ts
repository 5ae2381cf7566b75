import { ServerEventType } from '@boreal/contract/servers/events.ts';

/** What happened, in a few words. A type unknown to this console has none: its message says it all. */
export function eventName({ events }: { readonly events: Readonly<Record<ServerEventType, string>> }, type: string): string | null {
  const known = ServerEventType.safeParse(type);
  return known.success ? events[known.data] : null;
}

/** What there is to say beyond its name; null: nothing. */
export const eventMessage = ({ type, message }: { readonly type: string; readonly message: string }) =>
  saidByName.has(type) ? null : message;

/** Their messages repeat their names, and are for those who read no name: programs and mail. */
const saidByName: ReadonlySet<string> = new Set<ServerEventType>(['server.active', 'server.console_opened']);
