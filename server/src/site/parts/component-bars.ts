import { incidentWords } from '@boreal/contract/fleet/incident-words.ts';
import { html } from 'hono/html';
import type { ComponentDays } from '../../core/fleet/incidents/component-days.rules.ts';
import type { Html, View } from '../page.ts';

/** A bar for each day of each component; screen readers read one sentence. */
export function componentBars(view: View, components: readonly ComponentDays[]): Html {
  const words = view.words.status;
  const colon = view.locale === 'fr' ? '\u00a0:' : ':';
  return html`<ul class="components">
    ${components.map(({ component, days }) => {
      const troubled = days.filter(({ is }) => is === 'degraded' || is === 'outage').length;
      const told = words.daysTold(view.formats.number(days.length), view.formats.number(troubled), troubled);
      return html`<li>
        <h3>${incidentWords[view.locale].components[component]}</h3>
        <div class="days" role="img" aria-label="${told}">
          ${days.map(({ date, is }) => html`<i data-is="${is}" title="${view.formats.day(date)}${colon} ${incidentWords[view.locale].days[is]}"></i>`)}
        </div>
      </li>`;
    })}
  </ul>`;
}
