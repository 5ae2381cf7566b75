import type { Micros } from '@boreal/contract/values/money.ts';
import { prorate } from '@boreal/contract/values/money.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { hourStart, paidUntil } from '../clocks/clock.rules.ts';

/** A line of a server's activity log, as far as it affects the clock. */
export interface ClockEvent {
  readonly type: string;
  readonly toStatus: string | null;
  readonly reason: string | null;
  readonly createdAt: Date;
  /** For a preemption: the server's own account needed the GPUs. */
  readonly byItsOwner?: boolean;
}

/** An hour that is free for a stated reason. */
export interface FreeHour {
  readonly start: Date;
  readonly notedAt: Date;
}

/** A run of the clock according to the meter's own rows. */
export interface KeptRun {
  readonly number: number;
  readonly anchorAt: Date;
  readonly started: boolean;
  readonly stopsAt: Date | null;
}

/** A span in which a server did not exist, although restored books charged for it: each hour that began within it was refunded. */
export interface SettledSpan {
  readonly since: Date;
  readonly until: Date;
}

/** A run according to the activity log alone. */
export interface ToldRun {
  /** When its first hour was charged. */
  readonly chargedAt: Date;
  /** When the server started; null if it never did. */
  readonly startedAt: Date | null;
  readonly stoppedAt: Date | null;
  /**
   * What the customer is owed, according to the log, for the hour in which it stopped. `unused, once off`: not before the machine is known
   * to be off.
   */
  readonly refund: 'none' | 'unused' | 'all' | 'unused, once off';
}

/** The reasons for hibernating a server whose next hour was not paid: its clock ended with the hour before. */
const UNPAID = new Set(['CREDIT_EXHAUSTED', 'ACCOUNT_SUSPENDED', 'BUDGET_CAP_REACHED', 'KEY_CAP_REACHED', 'NO_PRICE']);

/**
 * The runs of an hourly server’s clock, derived from its activity log and from the starts of hours that are free for a stated reason.
 * `kept` only settles what the log cannot: whether a restore came in the last moments of the paid hour, or in the first after it.
 */
export function tellRuns(
  events: readonly ClockEvent[],
  known: { freeHours: readonly FreeHour[]; kept: readonly KeptRun[]; slackMs: number; settled?: readonly SettledSpan[] },
): readonly ToldRun[] {
  const runs: ToldRun[] = [];
  /** The end of the paid hour within which the last run waits for its server to be restored. */
  let waitsUntil: Date | null = null;
  const last = () => runs.at(-1);
  const change = (part: Partial<ToldRun>) => {
    const run = runs.pop();
    if (run) runs.push({ ...run, ...part });
  };
  const stop = (at: Date, refund: ToldRun['refund'] = 'none') => {
    const run = last();
    if (!run || run.stoppedAt) return;
    const end = waitsUntil;
    waitsUntil = null;
    const kept = known.kept[runs.length - 1]?.stopsAt;
    // Too close to decide, so the stored row says on which side of the hour's end it stopped.
    const stopped = end && kept && near(at, end, known.slackMs) && near(at, kept, known.slackMs) ? kept : at;
    if (end && stopped >= end) change({ stoppedAt: end });
    else change({ stoppedAt: at, refund: run.startedAt || refund === 'none' ? refund : 'all' });
  };
  const begin = (chargedAt: Date, startedAt: Date | null) => {
    waitsUntil = null;
    runs.push({ chargedAt, startedAt, stoppedAt: null, refund: 'none' });
  };
  /** Whether this restore, or this arrival, began the next stored run, rather than another one near it. */
  const isBegunAt = (place: number) => {
    const next = known.kept[runs.length];
    return next !== undefined && known.slackMs >= distanceTo(next, events, place);
  };
  for (const [place, { type, toStatus, reason, createdAt: at, byItsOwner = false }] of events.entries()) {
    const run = last();
    switch (type) {
      case 'server.create_requested':
        begin(at, null);
        break;
      case 'server.adopted':
        if (toStatus !== 'HIBERNATED') begin(at, at);
        break;
      case 'server.restore_requested':
        waitsUntil = run ? paidEnd(run, at, { ...known, kept: known.kept[runs.length - 1], anew: isBegunAt(place) }) : null;
        if (waitsUntil) change({ stoppedAt: null });
        else begin(at, null);
        break;
      case 'server.active':
      case 'server.stopped':
        if (run && waitsUntil && isOver(waitsUntil, at, { anew: isBegunAt(place), slackMs: known.slackMs })) stop(at);
        if (run && !last()?.stoppedAt) {
          change({ startedAt: run.startedAt ?? at });
          waitsUntil = null;
        }
        // After an error a new hour begins, unless it could not be paid and the server was hibernated immediately.
        else if (!isUnpaidSoon(events[place + 1], at)) begin(at, at);
        break;
      case 'server.hibernate_requested':
        stop(
          reason !== null && UNPAID.has(reason) && run?.startedAt ? hourStart(run.startedAt, at) : at,
          isSettledAt(at, known.kept[runs.length - 1], known) ? 'all' : 'none',
        );
        break;
      case 'server.deleted':
        stop(at, run?.startedAt ? 'none' : 'all');
        break;
      case 'server.preempted':
        stop(at, run?.startedAt && (byItsOwner || at.getTime() - run.startedAt.getTime() >= HOUR_MS) ? 'unused' : 'all');
        break;
      case 'server.error':
      case 'server.restore_failed':
        stop(at, 'unused');
        break;
      case 'server.moving':
        if (toStatus === 'PROVISIONING') stop(at, place < events.length - 1 ? 'unused' : 'unused, once off');
        break;
    }
  }
  if (waitsUntil) change({ stoppedAt: waitsUntil });
  // What began but is not charged is not refunded either.
  return runs.map((run) => {
    const [free] = freeHoursOf(run, known.freeHours);
    return free ? { ...run, stoppedAt: free.start, refund: 'none' } : run;
  });
}

/** Whether this stop belongs to a settlement that refunded the running hour: a restore finds no paid hour to continue. */
function isSettledAt(
  at: Date,
  kept: KeptRun | undefined,
  { settled = [], slackMs }: { settled?: readonly SettledSpan[]; slackMs: number },
): boolean {
  if (!kept?.started) return false;
  return settled.some(({ since, until }) => near(until, at, slackMs) && hourStart(kept.anchorAt, until) > since);
}

/** Free hours of a run; the first of them ends it. */
function freeHoursOf({ startedAt, stoppedAt }: ToldRun, freeHours: readonly FreeHour[]): readonly FreeHour[] {
  return freeHours.filter(({ start }) => startedAt && stoppedAt && start > startedAt && start <= stoppedAt);
}

/** The end of the paid hour if a restore falls within it, so that the clock waits for the server; null if a new run begins. */
function paidEnd(
  run: ToldRun,
  at: Date,
  known: { freeHours: readonly FreeHour[]; kept: KeptRun | undefined; anew: boolean; slackMs: number },
): Date | null {
  if (!run.startedAt || !run.stoppedAt || run.refund !== 'none') return null;
  const { kept, anew, slackMs } = known;
  const end = paidUntil(
    kept?.anchorAt ?? run.startedAt,
    kept?.stopsAt && near(kept.stopsAt, run.stoppedAt, slackMs) ? kept.stopsAt : run.stoppedAt,
  );
  // It may also have become free because of how this restore ended.
  const free = freeHoursOf(run, known.freeHours).filter(({ notedAt }) => notedAt <= addMs(at, slackMs));
  if (free.length > 0) return !anew && free.every(({ notedAt }) => near(notedAt, at, slackMs)) ? end : null;
  if (!near(end, at, slackMs)) return at < end ? end : null;
  // Too close to decide: a new run that began at about that time shows that the old one did not continue.
  if (anew) return null;
  return kept !== undefined && (kept.stopsAt === null || kept.stopsAt > addMs(at, -slackMs)) ? end : null;
}

/** Whether a restored server starts after the paid hour, so that a new one begins. If that is too close to decide, a new run decides it. */
function isOver(end: Date, at: Date, { anew, slackMs }: { anew: boolean; slackMs: number }): boolean {
  return near(end, at, slackMs) ? anew : at >= end;
}

/**
 * Milliseconds from the beginning of a stored run to the event at a position, or to the arrival that follows it: a run that never started
 * is anchored where it was charged, any other where its server started. Infinity if another event is closer.
 */
function distanceTo(run: KeptRun, events: readonly ClockEvent[], place: number): number {
  const begins = run.started ? ['server.active', 'server.stopped'] : ['server.restore_requested'];
  if (!run.started && events[place]?.type !== 'server.restore_requested') return Infinity;
  const own = events.findIndex(({ type }, n) => n >= place && begins.includes(type));
  const isOthers = events.some(({ type }, n) => n > place && n < own && type === 'server.restore_requested');
  const away = (event: ClockEvent) => Math.abs(event.createdAt.getTime() - run.anchorAt.getTime());
  const closest = events.filter(({ type }) => begins.includes(type)).toSorted((a, b) => away(a) - away(b))[0];
  const mine = events[own];
  return mine && closest && !isOthers && away(mine) === away(closest) ? away(mine) : Infinity;
}

function isUnpaidSoon(next: ClockEvent | undefined, at: Date): boolean {
  if (next?.type !== 'server.hibernate_requested' || next.reason === null || !UNPAID.has(next.reason)) return false;
  return next.createdAt.getTime() - at.getTime() < HOUR_MS / 2;
}

/** How the stored runs differ from the derived ones, in words for a person who looks for the cause; null if they agree. */
export function differenceOf(told: readonly ToldRun[], kept: readonly KeptRun[], slackMs: number): string | null {
  for (let n = 0; n < Math.max(told.length, kept.length); n += 1) {
    const [one, other] = [told[n], kept[n]];
    if (!one) return `run ${other?.number ?? n + 1} ${text(other?.anchorAt)}: +`;
    if (!other) return `run ${n + 1} ${text(one.startedAt ?? one.chargedAt)}: −`;
    const begun = one.startedAt ?? one.chargedAt;
    if ((one.startedAt !== null) !== other.started || !near(begun, other.anchorAt, slackMs)) {
      return `run ${other.number} start: ${text(begun)} ≠ ${text(other.anchorAt)}${other.started ? '' : ' (–)'}`;
    }
    const stopsAlike = one.stoppedAt && other.stopsAt ? near(one.stoppedAt, other.stopsAt, slackMs) : one.stoppedAt === other.stopsAt;
    if (!stopsAlike) return `run ${other.number} end: ${text(one.stoppedAt)} ≠ ${text(other.stopsAt)}`;
  }
  return null;
}

/** What is owed back for the hour in which a run ended: the hour's start, and how much of it in milliseconds. */
export function owedRefund(told: ToldRun, kept: KeptRun): { periodStart: Date; leftMs: number } | null {
  if (told.refund === 'none' || kept.stopsAt === null) return null;
  const periodStart = kept.started ? hourStart(kept.anchorAt, kept.stopsAt) : kept.anchorAt;
  const leftMs = told.refund === 'all' ? HOUR_MS : periodStart.getTime() + HOUR_MS - kept.stopsAt.getTime();
  return { periodStart, leftMs };
}

/** The starts of the hours of runs that began after `since` and before `until`. */
export function hoursWithin(runs: readonly KeptRun[], { since, until }: SettledSpan): readonly Date[] {
  const starts = runs.flatMap(({ anchorAt, stopsAt }) => {
    const end = stopsAt !== null && stopsAt < until ? stopsAt : until;
    const skipped = Math.max(0, Math.floor((since.getTime() - anchorAt.getTime()) / HOUR_MS));
    const hours = [];
    for (let next = addMs(anchorAt, skipped * HOUR_MS); next <= end; next = addMs(next, HOUR_MS)) hours.push(next);
    return hours;
  });
  return starts.filter((start) => start > since && start < until);
}

/** Micro-CAD for the rest of a charged hour. */
export function refundOf(paidMicros: Micros, leftMs: number): Micros {
  return prorate(paidMicros, BigInt(leftMs), BigInt(HOUR_MS));
}

function near(one: Date, other: Date, slackMs: number): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= slackMs;
}

function text(time: Date | null | undefined): string {
  return time?.toISOString() ?? '–';
}
