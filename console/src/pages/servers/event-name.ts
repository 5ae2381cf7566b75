import { ServerEventType } from '@boreal/contract/server-events.ts';

/** What happened, in a few words. A type unknown to this console has none: its message says it all. */
export function eventName({ events }: { readonly events: Readonly<Record<ServerEventType, string>> }, type: string): string | null {
  const known = ServerEventType.safeParse(type);
  return known.success ? events[known.data] : null;
}
