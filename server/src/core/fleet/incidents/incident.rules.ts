import { ANNOUNCED_DAYS, incidentStates, isOver, STATUS_DAYS, type IncidentKind, type IncidentState } from '@boreal/contract/incidents.ts';
import { incidentSentences } from '@boreal/contract/request-sentences/incidents.sentences.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';

/** @throws INVALID_REQUEST a state of the other kind */
export function requireStateOf(kind: IncidentKind, state: IncidentState): void {
  const states: readonly IncidentState[] = incidentStates[kind];
  if (!states.includes(state)) throw invalidRequest('state', incidentSentences.stateOfOther);
}

/** @throws INVALID_REQUEST an incident that begins later, one that history does not show, or an end before the beginning */
export function requireTimes(of: { kind: IncidentKind; startsAt: Date; endsAt: Date | null; now: Date }): void {
  const { kind, startsAt, endsAt, now } = of;
  if (kind === 'incident' && startsAt > now) throw invalidRequest('startsAt', incidentSentences.beginsLater);
  if (startsAt < addMs(now, -STATUS_DAYS * DAY_MS)) throw invalidRequest('startsAt', incidentSentences.beginsLongAgo(STATUS_DAYS));
  if (endsAt !== null && endsAt <= startsAt) throw invalidRequest('endsAt', incidentSentences.endsBeforeStart);
}

/** Whether it is told above customers' pages: an incident until it is over, maintenance from some days before. */
export function isCurrent({ kind, state, startsAt }: { kind: IncidentKind; state: IncidentState; startsAt: Date }, now: Date): boolean {
  if (isOver(state)) return false;
  return kind === 'incident' || startsAt <= addMs(now, ANNOUNCED_DAYS * DAY_MS);
}

/** Whether subscribers know of it, or are about to: what follows by itself is told to those only who have heard of it. */
export function isTold({ toldAt }: { toldAt: Date | null }, updates: readonly { telling: boolean }[]): boolean {
  return toldAt !== null || updates.some(({ telling }) => telling);
}
