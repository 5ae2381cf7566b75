import type { SeenHour } from '../observed.ts';
import { monthOf } from './calendar.ts';
import type { Facts } from './facts.ts';
import type { OwedHour } from './owed-hours.ts';

const MONTH_MICROS = 9_990_000n;
/** 9.99 / 730, rounded half up. */
const HOUR_MICROS = 13_685n;

/** The most that the backup option adds to an hour that the meter comes to at a moment. */
export function mostBackupPart({ notes }: Facts, of: { serverId: string; at: Date }): bigint {
  // Of the meter and the option at the same instant, either may be first.
  const options = notes.options.filter(({ serverId, at }) => serverId === of.serverId && at <= of.at);
  const last = options.findLast(({ at }) => at < of.at);
  return [last, ...options.filter(({ at }) => at.getTime() === of.at.getTime())].some((option) => option?.enabled) ? HOUR_MICROS : 0n;
}

/**
 * What the backup option adds to a server's hours, one after the other: a 730th of its monthly price while it is on, and never more
 * than that price in a month. An hour is billed as the option stands when it is billed, from the moment on at which it was
 * turned on; who deletes the server turns it off.
 */
export function backupParts({ notes, seen }: Facts, serverId: string): (row: SeenHour, hour: OwedHour) => bigint {
  const options = notes.options.filter((option) => option.serverId === serverId);
  const deletedAt = seen.events.get(serverId)?.find(({ type }) => type === 'server.deleted')?.at;
  const charged = new Map<string, bigint>();
  return (row, hour) => {
    if (deletedAt !== undefined && deletedAt < row.chargedAt) return 0n;
    // Of the meter and a deletion at the same instant, either may be first.
    if (deletedAt?.getTime() === row.chargedAt.getTime() && row.backup === 0n) return 0n;
    const option = options.findLast(({ at }) => at <= row.chargedAt);
    if (!option?.enabled) return 0n;
    const turnedOn = options.findLast((one, n) => one.at <= row.chargedAt && one.enabled && !(options[n - 1]?.enabled ?? false));
    if (!hour.first && turnedOn !== undefined && hour.start < turnedOn.at) return 0n;
    const month = monthOf(hour.start);
    const before = charged.get(month) ?? 0n;
    const part = MONTH_MICROS - before < HOUR_MICROS ? MONTH_MICROS - before : HOUR_MICROS;
    charged.set(month, before + part);
    return part;
  };
}
