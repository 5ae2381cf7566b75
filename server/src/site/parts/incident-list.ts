import { incidentWords } from '@boreal/contract/fleet/incident-words.ts';
import type { Incident } from '@boreal/contract/fleet/incidents.ts';
import { html } from 'hono/html';
import type { Html, View } from '../page.ts';
import { moment } from './moment.ts';

/** Incidents or announcements with their updates; past ones are collapsed. */
export function incidentList(view: View, incidents: readonly Incident[], { folded }: { folded: boolean }): Html {
  return html`<ul class="incidents">
    ${incidents.map((incident) => html`<li>${folded ? foldedIncident(view, incident) : openIncident(view, incident)}</li>`)}
  </ul>`;
}

function openIncident(view: View, incident: Incident): Html {
  return html`<h3>${incident.title[view.locale]}</h3>
    ${facts(view, incident)} ${updates(view, incident)}`;
}

function foldedIncident(view: View, incident: Incident): Html {
  return html`<details>
    <summary><h3>${incident.title[view.locale]}</h3></summary>
    ${facts(view, incident)} ${updates(view, incident)}
  </details>`;
}

function facts(view: View, { kind, impact, components, state, startsAt, endsAt, overAt }: Incident): Html {
  if (kind === 'announcement') return html`<p class="about"><span>${moment(view, new Date(startsAt))}</span></p>`;
  const words = incidentWords[view.locale];
  const planned = kind === 'maintenance' && overAt === null && endsAt !== null ? html` – ${moment(view, new Date(endsAt))}` : '';
  const over = overAt === null ? '' : html` – ${moment(view, new Date(overAt))}`;
  return html`<p class="about">
    <span class="state" data-state="${colorOf({ kind, impact, overAt })}">${words.states[state]}</span>
    <span>${view.formats.list(components.map((component) => words.components[component]))} · ${words.impacts[impact]}</span>
    <span>${moment(view, new Date(startsAt))}${planned}${over}</span>
  </p>`;
}

function colorOf({ kind, impact, overAt }: Pick<Incident, 'kind' | 'impact' | 'overAt'>): 'up' | 'late' | 'down' | 'unknown' {
  if (overAt !== null) return 'up';
  if (kind === 'maintenance') return 'unknown';
  return impact === 'outage' ? 'down' : impact === 'degraded' ? 'late' : 'unknown';
}

function updates(view: View, incident: Incident): Html | '' {
  if (incident.kind === 'announcement') return announced(view, incident);
  const words = incidentWords[view.locale];
  return html`<ol class="updates">
    ${incident.updates.map(
      ({ state, text, at }) =>
        html`<li>
          <p class="when">${words.states[state]} · ${moment(view, new Date(at))}</p>
          <p class="said">${text[view.locale]}</p>
        </li>`,
    )}
  </ol>`;
}

/** An announcement is its latest text; it has no state. */
function announced(view: View, { updates: [last] }: Incident): Html | '' {
  return last === undefined ? '' : html`<p class="said">${last.text[view.locale]}</p>`;
}
