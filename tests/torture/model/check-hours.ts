import type { SeenHour, SeenServer } from '../observed.ts';
import { backupParts, mostBackupPart } from './backup-part.ts';
import { cad, HOUR_MS, type Facts } from './facts.ts';
import { owedHours, type Owed, type OwedHour } from './owed-hours.ts';
import { priceAt } from './prices.ts';
import { couldPay } from './could-pay.ts';

/** Every hour of every clock that ran is billed once, at the price then in force, or free for a reason, or given back. */
export function checkHours(facts: Facts): string[] {
  return facts.seen.servers.filter(({ billingCycle }) => billingCycle === 'hourly').flatMap((server) => checkServer(facts, server));
}

export function owedBy(facts: Facts, serverId: string): Owed {
  const { seen, notes, end } = facts;
  const billed = new Map((seen.hours.get(serverId) ?? []).map((hour) => [hour.start.getTime(), hour]));
  const leftUnpaid = (start: Date, by: Date) => {
    const hour = billed.get(start.getTime());
    return (hour === undefined || hour.chargedAt > by) && notes.meterRuns.some((run) => run >= start && run <= by);
  };
  const events = seen.events.get(serverId) ?? [];
  return owedHours(events, { leftUnpaid }, end);
}

function checkServer(facts: Facts, server: SeenServer): string[] {
  const { seen, notes } = facts;
  const wrong: string[] = [];
  const say = (sentence: string) => wrong.push(`${server.planId} ${server.id}: ${sentence}`);
  const owed = owedBy(facts, server.id);
  const billed = new Map<number, SeenHour>();
  for (const hour of seen.hours.get(server.id) ?? []) {
    if (billed.has(hour.start.getTime())) say(`the hour of ${text(hour.start)} is billed twice`);
    billed.set(hour.start.getTime(), hour);
  }
  const parts = backupParts(facts, server.id);
  const mostPart = (at: Date) => mostBackupPart(facts, { serverId: server.id, at });
  const refunds = new Map((seen.refunds.get(server.id) ?? []).map((refund) => [refund.start.getTime(), refund]));
  const unbilled = new Set<OwedHour>();
  let unpaidSince: OwedHour | null = null;
  for (const hour of owed.hours) {
    const row = billed.get(hour.start.getTime());
    billed.delete(hour.start.getTime());
    if (hour.first) unpaidSince = null;
    if (!row) {
      unbilled.add(hour);
      if (hour.onTheEdge || unpaidSince !== null || isNeverBilled(facts, hour)) continue;
      const meterAt = notes.meterRuns.find((run) => run >= hour.start);
      const price = priceAt(notes.prices, { plan: server.planId, accountId: server.accountId, at: hour.start }) ?? 0n;
      // A run of the meter that was cut off later on may have come to it all the same.
      const tries = notes.meterTries.filter((at) => at >= hour.start && meterAt !== undefined && at <= meterAt);
      const unpaid =
        hour.unlessUnpaid && tries.some((at) => !couldPay(facts, { server, micros: price + mostPart(at), start: hour.start, at }));
      if (unpaid) unpaidSince = hour;
      else if (meterAt !== undefined) say(`the hour of ${text(hour.start)} was never billed, and nothing made it free`);
      continue;
    }
    if (unpaidSince !== null) say(`the hour of ${text(hour.start)} is billed after one that was not paid`);
    const price = priceAt(notes.prices, { plan: server.planId, accountId: server.accountId, at: hour.owedAt });
    if (row.compute !== price)
      say(`the hour of ${text(hour.start)} cost ${cad(row.compute)}, and the price was ${price === null ? 'none' : cad(price)}`);
    const part = parts(row, hour);
    if (row.backup !== part) say(`the hour of ${text(hour.start)} has ${cad(row.backup)} for backups, and ${cad(part)} are right`);
    checkRefund(say, hour, { row, refund: refunds.get(hour.start.getTime()) ?? null });
    refunds.delete(hour.start.getTime());
  }
  for (const { start } of billed.values()) say(`the hour of ${text(start)} is billed, and no clock ran`);
  for (const { start, micros } of refunds.values()) say(`${cad(micros)} of the hour of ${text(start)} went back, and nothing asked for it`);
  for (const { at, reason } of owed.refused) {
    const start = owed.hours.find((hour) => unbilled.has(hour) && hour.start <= at && isLastBlock(owed, hour, unbilled, at))?.start ?? at;
    const price = priceAt(notes.prices, { plan: server.planId, accountId: server.accountId, at: start });
    if (price !== null && couldPay(facts, { server, micros: price + mostPart(at), start, at }))
      say(`it was hibernated at ${text(at)} for ${reason}, and could have been paid`);
  }
  return wrong;
}

/** Whether nothing of the server was billed from this hour to a moment. */
function isLastBlock({ hours }: Owed, first: OwedHour, unbilled: ReadonlySet<OwedHour>, at: Date): boolean {
  return hours.every((hour) => hour.start < first.start || hour.start > at || unbilled.has(hour));
}

/** An hour that was given back before the meter had come to it, or at the same moment, is not billed at all. */
function isNeverBilled({ notes }: Facts, { first, start, back }: OwedHour): boolean {
  return !first && back !== null && !notes.meterRuns.some((run) => run >= start && run < back.at);
}

function checkRefund(say: (sentence: string) => void, hour: OwedHour, is: { row: SeenHour; refund: { micros: bigint } | null }): void {
  const paid = is.row.compute + is.row.backup;
  const { back } = hour;
  const leftAt = (at: Date) => Math.max(0, Math.min(HOUR_MS, hour.start.getTime() + HOUR_MS - at.getTime()));
  const due = back === null ? 0n : back.part === 'all' ? paid : (paid * BigInt(leftAt(back.at))) / BigInt(HOUR_MS);
  if (back?.onceOff && is.refund === null) return;
  const given = is.refund?.micros ?? 0n;
  if (given < due - 1n || given > due + 1n) say(`${cad(given)} of the hour of ${text(hour.start)} went back, and ${cad(due)} are right`);
}

function text(at: Date): string {
  return at.toISOString();
}
