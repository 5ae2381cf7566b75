import {
  ANNOUNCED_DAYS,
  incidentStates,
  isOver,
  STATUS_DAYS,
  StatusComponent,
  type IncidentKind,
  type IncidentState,
} from '@boreal/contract/fleet/incidents.ts';
import { incidentSentences } from '@boreal/contract/request-sentences/incidents.sentences.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';

/** @throws INVALID_REQUEST the state belongs to another kind */
export function requireStateOf(kind: IncidentKind, state: IncidentState): void {
  const states: readonly IncidentState[] = incidentStates[kind];
  if (!states.includes(state)) throw invalidRequest('state', incidentSentences.stateOfOther);
}

/**
 * @throws INVALID_REQUEST an incident that begins in the future or too long ago for the history, an end before the start, an announcement
 * that is over
 */
export function requireTimes(of: { kind: IncidentKind; startsAt: Date; endsAt: Date | null; now: Date }): void {
  const { kind, startsAt, endsAt, now } = of;
  if (kind === 'incident' && startsAt > now) throw invalidRequest('startsAt', incidentSentences.beginsLater);
  if (startsAt < addMs(now, -STATUS_DAYS * DAY_MS)) throw invalidRequest('startsAt', incidentSentences.beginsLongAgo(STATUS_DAYS));
  if (endsAt !== null && endsAt <= startsAt) throw invalidRequest('endsAt', incidentSentences.endsBeforeStart);
  if (kind === 'announcement' && endsAt !== null && endsAt <= now) throw invalidRequest('endsAt', incidentSentences.endsInPast);
}

interface Timed {
  readonly kind: IncidentKind;
  readonly state: IncidentState;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
}

/**
 * Whether it is shown above customers' pages: an incident until it is over, maintenance from some days before, an announcement during its
 * time.
 */
export function isCurrent({ kind, state, startsAt, endsAt }: Timed, now: Date): boolean {
  if (isOver(state)) return false;
  switch (kind) {
    case 'incident':
      return true;
    case 'maintenance':
      return startsAt <= addMs(now, ANNOUNCED_DAYS * DAY_MS);
    case 'announcement':
      return startsAt <= now && (endsAt === null || endsAt > now);
  }
}

/** Those components of a row that this version knows: a newer version may have more. */
export function ourComponents({ components }: { readonly components: readonly string[] }): StatusComponent[] {
  return components.flatMap((name) => StatusComponent.safeParse(name).data ?? []);
}

/** Whether it is an announcement that is no longer shown. */
export function isEnded({ kind, endsAt, overAt }: { kind: string; endsAt: Date | null; overAt: Date | null }, now: Date): boolean {
  return kind === 'announcement' && (overAt !== null || (endsAt !== null && endsAt <= now));
}

/** Whether subscribers know of it, or are about to: automatic follow-ups go only to those who have heard of it. */
export function isTold({ toldAt }: { toldAt: Date | null }, updates: readonly { telling: boolean }[]): boolean {
  return toldAt !== null || updates.some(({ telling }) => telling);
}
