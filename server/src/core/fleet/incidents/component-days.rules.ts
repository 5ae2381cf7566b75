import { StatusComponent, STATUS_DAYS, type Incident } from '@boreal/contract/fleet/incidents.ts';
import { lastDays } from '../../ground/calendar.rules.ts';

/** The worst state recorded for a component on a day; maintenance that customers noticed is not an outage. */
export type DayState = 'up' | 'maintenance' | 'degraded' | 'outage';

export interface ComponentDays {
  readonly component: StatusComponent;
  /** One for each of the last days of Toronto's calendar, oldest first. */
  readonly days: readonly { readonly date: string; readonly is: DayState }[];
}

const RANK: readonly DayState[] = ['up', 'maintenance', 'degraded', 'outage'];

/** What incidents say about each component, day by day. Incidents that have not begun or that nobody noticed do not count. */
export function componentDays(incidents: readonly Incident[], now: Date): ComponentDays[] {
  const days = lastDays(now, STATUS_DAYS);
  return StatusComponent.options.map((component) => {
    const own = incidents.filter((incident) => incident.components.includes(component));
    return { component, days: days.map((day) => ({ date: day.date, is: worstOf(own, { ...day, now }) })) };
  });
}

function worstOf(incidents: readonly Incident[], { start, end, now }: { start: Date; end: Date; now: Date }): DayState {
  let worst = 0;
  for (const { kind, impact, startsAt, overAt } of incidents) {
    const [from, to] = [new Date(startsAt), overAt === null ? now : new Date(overAt)];
    if (impact === 'none' || from > to || from >= end || to < start) continue;
    worst = Math.max(worst, RANK.indexOf(kind === 'maintenance' ? 'maintenance' : impact));
  }
  return RANK[worst] ?? 'up';
}
