import { html } from 'hono/html';
import { overallOf, type PublicStatus } from '../../core/fleet/status/read-status.ts';
import type { Html, Page, View } from '../page.ts';
import { moment } from '../parts/moment.ts';
import { modelState, type Shop } from '../shop.ts';

type PartState = 'up' | 'late' | 'down' | 'unknown';

interface Part {
  readonly name: string;
  readonly is: PartState;
  readonly detail: string;
}

export async function status(view: View): Promise<Page> {
  const words = view.words.status;
  const [seen, shop] = await Promise.all([view.sources.status(), view.sources.shop().catch(() => null)]);
  const overall = overallOf(seen);
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
      <section class="wrap" aria-labelledby="parts-title">
        <h2 id="parts-title">${words.partsTitle}</h2>
        <ul class="parts">
          ${partsOf(view, seen, shop).map((part) => partRow(view, part))}
        </ul>
        <p class="updated">${words.seenAt} ${moment(view, seen.seenAt)}</p>
        <h2>${words.keptTitle}</h2>
        <p class="prose">${words.kept}</p>
      </section>
    </div>`,
  };
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
