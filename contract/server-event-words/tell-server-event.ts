import type { z } from 'zod';
import type { Told } from '../words/language.ts';
import { serverEventShapes, ServerEventType, type ServerEventData } from '../servers/events.ts';
import { toldByNewer } from '../words/told-by-newer.ts';
import { backupWords } from './backup.words.ts';
import { firewallWords } from './firewall.words.ts';
import { hibernationWords } from './hibernation.words.ts';
import { launchWords } from './launch.words.ts';
import { moneyWords } from './money.words.ts';
import { powerWords } from './power.words.ts';
import type { WordsOf } from './told.ts';
import { troubleWords } from './trouble.words.ts';

const words: WordsOf<ServerEventType> = {
  ...launchWords,
  ...powerWords,
  ...hibernationWords,
  ...troubleWords,
  ...moneyWords,
  ...backupWords,
  ...firewallWords,
};

const shapes: { readonly [T in ServerEventType]: z.ZodType<ServerEventData[T]> } = serverEventShapes;

/** The text of an activity log line, from its type and recorded data, including types that a newer version recorded. */
export function tellServerEvent(type: string, data: unknown): Told {
  const known = ServerEventType.safeParse(type);
  return (known.success ? tellKnown(known.data, data) : null) ?? toldByNewer(type);
}

/** Null: the data does not match the type's shape. */
function tellKnown<T extends ServerEventType>(type: T, data: unknown): Told | null {
  const parsed = shapes[type].safeParse(data);
  return parsed.success ? words[type](parsed.data) : null;
}
