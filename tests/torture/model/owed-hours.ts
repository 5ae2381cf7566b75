import type { SeenEvent } from '../observed.ts';

const HOUR_MS = 3_600_000;

/** An hour that a server's clock began, according to its owner's log. */
export interface OwedHour {
  readonly start: Date;
  /** By when it was owed: the first hour of a run with the request, every other at its start. */
  readonly owedAt: Date;
  /** The first of a run, taken with the request; a start that the meter has nothing to do with. */
  readonly first: boolean;
  /** What has to be given back: all of it, or the part that was left at `at`. `onceOff`: it may be still to come. */
  readonly back: { readonly at: Date; readonly part: 'all' | 'unused'; readonly onceOff: boolean } | null;
  /** It may be free if its account could not pay for it when the meter came to it: the run has ended, for that reason or another. */
  readonly unlessUnpaid: boolean;
  /** It begins at the very moment in which its run ended: who came first, nobody can see. */
  readonly onTheEdge: boolean;
}

export interface Owed {
  readonly hours: readonly OwedHour[];
  /** When its owner was told that another hour is not paid: it must be true. */
  readonly refused: readonly { readonly at: Date; readonly reason: string | null }[];
}

/** What the log of a server does not say. */
export interface Beside {
  /** Whether the meter had come to an hour by a moment and had left it unpaid. */
  readonly leftUnpaid: (start: Date, by: Date) => boolean;
}

interface Run {
  readonly requestedAt: Date;
  anchor: Date | null;
  /** `waits`: at the end of the paid hour, unless its server is restored before. */
  stop: { readonly at: Date; readonly back: 'all' | 'unused' | null; readonly onceOff: boolean; readonly waits?: true } | null;
}

/**
 * The hours that one server owes, from its activity log alone (decisions §5 and §6): hour k of a run is [anchor + (k-1) h,
 * anchor + k h), taken in advance; the first with the request, anchored at ACTIVE. A run ends when the server is hibernated,
 * deleted, preempted, moved or in ERROR; a restore inside the paid hour goes on with it.
 */
export function owedHours(events: readonly SeenEvent[], beside: Beside, end: Date): Owed {
  const runs: Run[] = [];
  const refused: { at: Date; reason: string | null }[] = [];
  const last = () => runs.at(-1);
  const begin = (requestedAt: Date, anchor: Date | null) => runs.push({ requestedAt, anchor, stop: null });
  const stop = (at: Date, back: 'all' | 'unused' | null, onceOff = false) => {
    const run = last();
    if (run && isRunning(run, at)) run.stop = { at, back: run.anchor === null ? 'all' : back, onceOff };
  };

  for (const [n, event] of events.entries()) {
    const { at } = event;
    const run = last();
    switch (event.type) {
      case 'server.create_requested':
        begin(at, null);
        break;
      case 'server.active':
      case 'server.stopped':
        if (run && isRunning(run, at)) {
          run.stop = null;
          run.anchor ??= at;
        } else if (isRefused(events[n + 1], at)) refused.push({ at, reason: events[n + 1]?.reason ?? null });
        else begin(at, at);
        break;
      case 'server.hibernate_requested':
        if (isUnpaid(event) && run && isRunning(run, at)) refused.push({ at, reason: event.reason });
        stop(at, null);
        break;
      case 'server.restore_requested':
        if (run?.anchor && run.stop && goesOn(run, at, beside)) {
          run.stop = { at: endOfHour(run.anchor, run.stop.at), back: null, onceOff: false, waits: true };
        } else begin(at, null);
        break;
      case 'server.deleted':
        stop(at, null);
        break;
      case 'server.moving':
        // One that is off moves without a restart, and its clock runs on.
        if (event.toStatus === 'PROVISIONING') stop(at, 'unused', n === events.length - 1);
        break;
      case 'server.preempted':
        stop(at, run?.anchor && (event.byItsOwner || at.getTime() >= run.anchor.getTime() + HOUR_MS) ? 'unused' : 'all');
        break;
      case 'server.error':
      case 'server.restore_failed':
        stop(at, 'unused');
        break;
    }
  }
  return { hours: runs.flatMap((run) => hoursOf(run, end)), refused };
}

const UNPAID: readonly (string | null)[] = ['CREDIT_EXHAUSTED', 'ACCOUNT_SUSPENDED', 'BUDGET_CAP_REACHED', 'KEY_CAP_REACHED'];

function isUnpaid({ reason }: SeenEvent): boolean {
  return UNPAID.includes(reason);
}

/** Back from an ERROR without the means for a new hour: it is hibernated in the same moment, and nothing is charged. */
function isRefused(next: SeenEvent | undefined, at: Date): boolean {
  return next?.type === 'server.hibernate_requested' && isUnpaid(next) && next.at.getTime() === at.getTime();
}

/** A restore inside the hour that is paid charges nothing: not after one that was given back, or that was never paid. */
function goesOn({ anchor, stop }: Run, at: Date, { leftUnpaid }: Beside): boolean {
  if (anchor === null || stop === null || stop.back !== null) return false;
  const end = endOfHour(anchor, stop.at);
  return at < end && !leftUnpaid(new Date(end.getTime() - HOUR_MS), at);
}

/** The end of the hour in which a run stopped. */
function endOfHour(anchor: Date, stoppedAt: Date): Date {
  const hours = Math.max(1, Math.ceil((stoppedAt.getTime() - anchor.getTime()) / HOUR_MS));
  return new Date(anchor.getTime() + hours * HOUR_MS);
}

/** A run whose server is being restored inside a paid hour runs until that is over. */
function isRunning({ stop }: Run, at: Date): boolean {
  return stop === null || (stop.waits === true && at < stop.at);
}

function hoursOf(run: Run, end: Date): OwedHour[] {
  const { requestedAt, anchor, stop } = run;
  const back = stop?.back ? { at: stop.at, part: stop.back, onceOff: stop.onceOff } : null;
  const first = (start: Date, given: OwedHour['back']): OwedHour => ({
    start,
    owedAt: requestedAt,
    first: true,
    back: given,
    unlessUnpaid: false,
    onTheEdge: false,
  });
  if (anchor === null) return [first(requestedAt, back && { ...back, part: 'all' })];
  const hours: OwedHour[] = [];
  // No hour begins while a server is restored, not even on the edge.
  const until = stop === null ? new Date(end.getTime() + 1) : new Date(stop.at.getTime() - (stop.waits ? 1 : 0));
  for (let start = anchor; start <= until || start === anchor; start = new Date(start.getTime() + HOUR_MS)) {
    const isLast = start.getTime() + HOUR_MS > until.getTime();
    const given = isLast ? back : null;
    const onTheEdge = start.getTime() === until.getTime();
    if (start === anchor) hours.push(first(start, given));
    else hours.push({ start, owedAt: start, first: false, back: given, unlessUnpaid: stop !== null, onTheEdge });
  }
  return hours;
}
