import { powerAt, runningTimes, type MachineChange } from '../machine-record.ts';
import { ANY_HOST } from '../notes.ts';
import type { SeenServer } from '../observed.ts';
import { HOUR_MS, type Facts } from './facts.ts';

/** What a machine may take to be switched off, with tries that fail and are repeated, when nothing is broken any more. */
const OFF_WITHIN_MS = 20 * 60_000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** No machine runs unpaid once the worker could know better, and no hour is charged without one. */
export function checkMachines(facts: Facts): string[] {
  const { seen, record, end } = facts;
  const wrong: string[] = [];
  for (const [serverId, changes] of record) {
    const server = seen.servers.find(({ id }) => id === serverId);
    if (!server) {
      wrong.push(`a machine ${serverId} was made, and there is no such server`);
      continue;
    }
    const paid = paidTimes(facts, server);
    for (const time of runningTimes(changes, end)) {
      for (const span of without({ from: time.from.getTime(), to: time.to.getTime() }, paid)) {
        const calm = calmWithin(facts, span);
        if (calm.ticks >= 2 && calm.ms >= OFF_WITHIN_MS)
          wrong.push(`the machine of ${serverId} ran for nothing from ${text(span.from)} to ${text(span.to)}`);
      }
    }
    wrong.push(...chargedForNothing(facts, server, changes), ...refundedTooSoon(facts, server, changes));
  }
  for (const server of seen.servers) {
    if (!record.has(server.id)) wrong.push(...chargedForNothing(facts, server, []));
  }
  return wrong;
}

function paidTimes({ seen }: Facts, { id, billingCycle }: SeenServer): Span[] {
  if (billingCycle !== 'hourly')
    return (seen.terms.get(id) ?? []).map(({ startsAt, endsAt }) => ({ from: startsAt.getTime(), to: endsAt.getTime() }));
  const refunds = seen.refunds.get(id) ?? [];
  return (seen.hours.get(id) ?? []).map(({ start, chargedAt }) => {
    const back = refunds.find((refund) => refund.start.getTime() === start.getTime());
    // The first hour is charged before the machine is up, and begins when it is.
    return { from: Math.min(start.getTime(), chargedAt.getTime()), to: back ? back.at.getTime() : start.getTime() + HOUR_MS };
  });
}

function without(span: Span, taken: readonly Span[]): Span[] {
  let left = [span];
  for (const { from, to } of taken) {
    left = left
      .flatMap((one) => [
        { from: one.from, to: Math.min(one.to, from) },
        { from: Math.max(one.from, to), to: one.to },
      ])
      .filter((one) => one.from < one.to);
  }
  return left;
}

function calmWithin({ notes }: Facts, span: Span): { ticks: number; ms: number } {
  const ticks = notes.ticks.filter(({ from, to, calm }) => calm && from.getTime() >= span.from && to.getTime() <= span.to);
  return { ticks: ticks.length, ms: ticks.reduce((ms, { from, to }) => ms + to.getTime() - from.getTime(), 0) };
}

const NO_MACHINE: readonly string[] = ['absent', 'deleting', 'hibernated', 'failed'];

/** An hour that was paid and kept had a machine in it, up or off for its owner to start. */
function chargedForNothing({ seen, notes, end }: Facts, { id }: SeenServer, changes: readonly MachineChange[]): string[] {
  const wrong: string[] = [];
  for (const hour of seen.hours.get(id) ?? []) {
    const back = (seen.refunds.get(id) ?? []).find((refund) => refund.start.getTime() === hour.start.getTime());
    if (back && back.micros >= hour.compute + hour.backup) continue;
    const to = Math.min(end.getTime(), back?.at.getTime() ?? Infinity, hour.start.getTime() + HOUR_MS);
    const calm = calmWithin({ notes, seen, end, record: new Map() }, { from: hour.start.getTime(), to });
    if (calm.ticks === 0) continue;
    const looks = [hour.start, ...changes.flatMap(({ startedAt, readyAt }) => [startedAt, readyAt])].filter(
      (at) => at >= hour.start && at.getTime() < to,
    );
    // It may be taken away in the very moment in which it was seen to be up.
    const atOnce = changes.some(({ startedAt }) => startedAt.getTime() === hour.start.getTime());
    if (atOnce) looks.push(new Date(hour.start.getTime() - 1));
    if (looks.every((at) => NO_MACHINE.includes(powerAt(changes, at))))
      wrong.push(`the hour of ${hour.start.toISOString()} of ${id} was charged, and there was no machine`);
  }
  return wrong;
}

/** Nothing is given back, and no clock stops, before a machine is known to be off or cannot be reached; spot servers give way at once. */
function refundedTooSoon({ seen, notes }: Facts, { id }: SeenServer, changes: readonly MachineChange[]): string[] {
  const sooner = (seen.refunds.get(id) ?? []).filter(({ at, reason }) => {
    const host = changes.findLast(({ startedAt }) => startedAt <= at)?.hostName;
    const isLost = [host, ANY_HOST].some((one) => notes.lost.findLast((noted) => noted.host === one && noted.at <= at)?.lost);
    const isCalm = notes.ticks.some((tick) => tick.calm && tick.from < at && tick.to >= at);
    return reason !== 'SPOT_PREEMPTED' && isCalm && !isLost && powerAt(changes, at) === 'running';
  });
  return sooner.map(({ at, reason }) => `${id} was refunded at ${at.toISOString()} for ${reason}, and its machine ran`);
}

function text(ms: number): string {
  return new Date(ms).toISOString();
}
