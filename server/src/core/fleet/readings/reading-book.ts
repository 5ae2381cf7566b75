import { metricsWindows } from '@boreal/contract/servers/servers.ts';
import type { ReadingBook } from '../../../engines/engine-stores.ts';
import { addMs, DAY_MS, SECOND_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { deleteReadingsBefore, insertReadings, selectSamples } from './readings.store.ts';

/** The table of readings, in the form that an engine uses. */
export function readingBook(ctx: Pick<Ctx, 'db'>): ReadingBook {
  return {
    add: (readings) => insertReadings(ctx.db.sql, readings),
    samples: (serverId, window) => selectSamples(ctx.db.sql, serverId, window),
  };
}

/** Deletes readings that are too old for any metrics window. */
export async function dropOldReadings(ctx: Ctx): Promise<void> {
  const longest = Math.max(...Object.values(metricsWindows).map(({ seconds }) => seconds));
  await deleteReadingsBefore(ctx.db.sql, addMs(ctx.clock.now(), -longest * SECOND_MS - DAY_MS));
}
