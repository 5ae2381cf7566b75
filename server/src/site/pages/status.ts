import { isOver, type Incident } from '@boreal/contract/fleet/incidents.ts';
import { html } from 'hono/html';
import { componentDays } from '../../core/fleet/incidents/component-days.rules.ts';
import { overallOf, type PublicStatus } from '../../core/fleet/status/read-status.ts';
import type { Html, Page, View } from '../page.ts';
import { componentBars } from '../parts/component-bars.ts';
import { incidentList } from '../parts/incident-list.ts';
import { moment } from '../parts/moment.ts';
import { subscribeForm } from '../parts/subscribe-form.ts';
import { modelState, type Shop } from '../shop.ts';

type PartState = 'up' | 'late' | 'down' | 'unknown';

interface Part {
  readonly name: string;
  readonly is: PartState;
  readonly detail: string;
}

export async function status(view: View): Promise<Page> {
  const words = view.words.status;
  const [seen, shop, incidents] = await Promise.all([
    view.sources.status(),
    view.sources.shop().catch(() => null),
    view.sources.incidents().catch(() => null),
  ]);
  const overall = worstOf(overallOf(seen), incidents ?? []);
  return {
    title: words.title,
    description: words.description,
    section: 'status',
    body: html`<div data-refresh="30">
        <div class="page-head">
          <div class="wrap">
            <h1>${words.title}</h1>
            <p class="overall" data-state="${overall}" role="status">${words.overall[overall]}</p>
            <p class="lead">${words.lead}</p>
          </div>
        </div>
        ${current(view, incidents)}
        <section class="wrap" aria-labelledby="parts-title">
          <h2 id="parts-title">${words.partsTitle}</h2>
          <ul class="parts">
            ${partsOf(view, seen, shop).map((part) => partRow(view, part))}
          </ul>
          <p class="updated">${words.seenAt} ${moment(view, seen.seenAt)}</p>
        </section>
        ${history(view, incidents, seen.seenAt)}
        <section class="wrap">
          <h2>${words.watchTitle}</h2>
          <p class="prose">${words.watch}</p>
        </section>
      </div>
      <section class="wrap">${subscribeForm(view)}</section>`,
  };
}

/** One process's own measurements must not contradict what operators have published. */
function worstOf(overall: 'up' | 'late' | 'down', incidents: readonly Incident[]): 'up' | 'late' | 'down' {
  const troubled = incidents.some(({ kind, impact, state }) => kind === 'incident' && impact !== 'none' && !isOver(state));
  return overall === 'up' && troubled ? 'late' : overall;
}

/** Current incidents, upcoming maintenance, and announcements. */
function current(view: View, incidents: readonly Incident[] | null): Html | '' {
  const words = view.words.status;
  const open = (incidents ?? []).filter(({ state }) => !isOver(state));
  const news = open.filter(({ kind }) => kind === 'announcement');
  const now = open.filter(({ kind, state }) => kind !== 'announcement' && state !== 'scheduled');
  const planned = open.filter(({ state }) => state === 'scheduled').toReversed();
  const part = (title: string, some: readonly Incident[]) =>
    some.length === 0
      ? ''
      : html`<h2>${title}</h2>
          ${incidentList(view, some, { folded: false })}`;
  if (open.length === 0) return '';
  return html`<section class="wrap">
    ${part(words.nowTitle, now)} ${part(words.plannedTitle, planned)} ${part(words.newsTitle, news)}
  </section>`;
}

/** The last days, component by component, and past incidents. */
function history(view: View, incidents: readonly Incident[] | null, now: Date): Html {
  const words = view.words.status;
  if (incidents === null) return html`<section class="wrap"><p>${words.incidentsUnknown}</p></section>`;
  const past = incidents.filter(({ state }) => isOver(state));
  return html`<section class="wrap">
    <h2>${words.daysTitle}</h2>
    <p class="prose">${words.daysLead}</p>
    ${componentBars(view, componentDays(incidents, now))}
    <h2>${words.pastTitle}</h2>
    ${past.length === 0 ? html`<p>${words.pastNone}</p>` : incidentList(view, past, { folded: true })}
  </section>`;
}

function partRow({ words }: View, part: Part): Html {
  return html`<li>
    <h3>${part.name}</h3>
    <span class="state" data-state="${part.is}">${words.status.states[part.is]}</span>
    <p>${part.detail}</p>
  </li>`;
}

function partsOf(view: View, seen: PublicStatus, shop: Shop | null): Part[] {
  const words = view.words.status;
  return [
    { name: words.api, is: 'up', detail: words.apiUp },
    { name: words.database, is: seen.database, detail: seen.database === 'up' ? words.databaseUp : words.databaseDown },
    { name: words.worker, is: seen.worker.is, detail: workerDetail(view, seen.worker) },
    { name: words.engine, is: seen.engine, detail: { up: words.engineUp, late: words.engineLate, down: words.engineDown }[seen.engine] },
    { name: words.hosts, ...hostsOf(view, seen.hosts) },
    { name: words.stock, ...stockOf(view, shop) },
  ];
}

function workerDetail({ words, formats }: View, worker: PublicStatus['worker']): string {
  if (worker.lastAt === null) return words.status.workerUnknown;
  const at = formats.moment(worker.lastAt);
  return worker.is === 'late' ? words.status.workerLate(at) : words.status.workerUp(at);
}

function hostsOf({ words, formats }: View, hosts: PublicStatus['hosts']): Omit<Part, 'name'> {
  if (hosts === null) return { is: 'unknown', detail: words.status.hostsUnknown };
  if (hosts.total === 0) return { is: 'unknown', detail: words.status.hostsNone };
  const total = formats.number(hosts.total);
  const withheld = hosts.withheld === 0 ? [] : [words.status.hostsWithheld(formats.number(hosts.withheld), total)];
  const silent =
    hosts.silent === 0 || hosts.since === null
      ? []
      : [words.status.hostsSilent(formats.number(hosts.silent), total, formats.moment(hosts.since))];
  const troubles = [...silent, ...withheld];
  return troubles.length === 0 ? { is: 'up', detail: words.status.hostsUp(total) } : { is: 'late', detail: troubles.join(' ') };
}

/** Being sold out is not a failure. */
function stockOf({ words, formats }: View, shop: Shop | null): Omit<Part, 'name'> {
  if (shop === null) return { is: 'unknown', detail: words.status.stockUnknown };
  const inStock = shop.models.filter((model) => modelState(model) === 'in_stock').length;
  if (inStock === 0) return { is: 'up', detail: words.status.stockNone };
  return { is: 'up', detail: words.status.stockSome(formats.number(inStock), formats.number(shop.models.length)) };
}
