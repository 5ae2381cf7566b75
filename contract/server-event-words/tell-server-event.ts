import type { z } from 'zod';
import type { Told } from '../language.ts';
import { serverEventShapes, type ServerEventData, type ServerEventType } from '../server-events.ts';
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

/**
 * The text of a line of the activity log, from its type and the data it was written with. Throws on data that does not have the
 * type's shape.
 */
export function tellServerEvent<T extends ServerEventType>(type: T, data: unknown): Told {
  return words[type](shapes[type].parse(data));
}
