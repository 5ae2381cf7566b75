import { BACKUP_MONTHLY_MICROS } from '@boreal/contract/servers/backups.ts';
import { HOURS_PER_MONTH } from '@boreal/contract/billing/billing.ts';
import { siteLinks } from '@boreal/contract/words/links.ts';
import { html } from 'hono/html';
import { factsOf } from '../../core/money/catalog/gpu-facts.rules.ts';
import type { Asked, Html, Page, View } from '../page.ts';
import { gpuFacts } from '../parts/gpu-facts.ts';
import { machineFacts } from '../parts/machine-facts.ts';
import { moment } from '../parts/moment.ts';
import { stockBadge } from '../parts/stock-badge.ts';
import { table } from '../parts/table.ts';
import { whatFitsTable } from '../parts/what-fits-table.ts';
import { modelState, smallestPriced, type ShopModel, type ShopPlan } from '../shop.ts';

const HOURS_A_DAY = 24;

/** The page of one GPU model; null if there is none by that name. */
export async function gpu(view: View, { params }: Asked): Promise<Page | null> {
  const { words, formats } = view;
  const own = words.gpus.model1;
  const shop = await view.sources.shop();
  const model = shop.models.find(({ slug }) => slug === params['slug']);
  if (!model) return null;
  const memory = words.frame.gb(formats.number(model.memoryGb));
  const smallest = smallestPriced(model, { spot: false }) ?? smallestPriced(model, { spot: true });
  const from = smallest === null ? null : formats.cad(smallest.price.hourlyMicros);
  return {
    title: own.title(model.name),
    description: from === null ? own.descriptionOnRequest(model.name, memory) : own.description(model.name, memory, from),
    section: 'gpus',
    body: html`<div class="page-head">
        <div class="wrap">
          <p class="crumb"><a href="${view.to('/gpus')}">${own.back}</a></p>
          <h1>${model.name}</h1>
          <p class="lead">
            ${own.memory(memory)}${from === null ? '' : html`, ${own.from(from)}`}
            ${stockBadge(
              view,
              modelState(model),
              model.plans.map(({ id }) => id),
            )}
          </p>
        </div>
      </div>
      <section class="wrap">
        ${sizes(view, model)}
        <p class="updated">
          ${words.frame.updated} <span data-updated>${moment(view, shop.updatedAt)}</span
          ><span class="unseen" role="status" data-changes></span>
        </p>
        ${note(view, model)}
      </section>
      ${gpuFacts(view, model, factsOf(model))} ${machineFacts(view, model)} ${whatFitsTable(view, model)}
      <section class="wrap">
        <dl class="notes">
          ${
            smallest === null
              ? ''
              : html`<div>
                  <dt>${own.exampleTitle}</dt>
                  <dd>
                    ${own.example(planTitle(view, smallest.plan), formats.number(HOURS_A_DAY), formats.cad(smallest.price.hourlyMicros * BigInt(HOURS_A_DAY)))}
                  </dd>
                </div>`
          }
          <div>
            <dt>${own.keepTitle}</dt>
            <dd>${own.keepText}</dd>
          </div>
          <div>
            <dt>${own.backupTitle}</dt>
            <dd>${own.backupText(formats.cad(BACKUP_MONTHLY_MICROS))}</dd>
          </div>
          ${
            model.plans.some(({ spot }) => spot)
              ? html`<div>
                  <dt>${own.spotTitle}</dt>
                  <dd>${own.spotText}</dd>
                </div>`
              : ''
          }
        </dl>
      </section>
      ${others(
        view,
        shop.models.filter((one) => one !== model),
      )}`,
  };
}

function sizes(view: View, model: ShopModel): Html {
  const { words, formats } = view;
  const own = words.gpus.model1;
  const columns = [
    { title: own.size },
    { title: words.gpus.hourly, figures: true },
    { title: words.gpus.stock },
    { title: own.deploy },
    { title: words.gpus.monthly, figures: true },
    { title: words.gpus.annual, figures: true },
    { title: own.vcores, figures: true },
    { title: own.ram, figures: true },
    { title: own.storage, figures: true },
    { title: own.work, figures: true },
  ];
  const rows = model.plans.map((plan) => [
    `${own.gpus(plan.gpuCount)}${plan.spot ? ` · ${words.frame.spot}` : ''}`,
    plan.price === null ? words.frame.stock.on_request : formats.cad(plan.price.hourlyMicros),
    stockBadge(view, plan.state, [plan.id]),
    deployLink(view, model, plan),
    committed(view, plan, 'monthlyMicros'),
    committed(view, plan, 'annualMicros'),
    formats.number(plan.vcores),
    gigabytes(view, plan.ramGb),
    `${gigabytes(view, plan.storageGb)} ${plan.storageType}`,
    plan.localStorageGb === 0 ? own.none : gigabytes(view, plan.localStorageGb),
  ]);
  return table(columns, rows, { caption: own.tableCaption(model.name), stacks: true });
}

function planTitle({ words }: View, plan: Pick<ShopPlan, 'gpuCount' | 'modelName' | 'spot'>): string {
  return `${plan.gpuCount}× ${plan.modelName}${plan.spot ? ` · ${words.frame.spot}` : ''}`;
}

function gigabytes({ words, formats }: View, gb: number): string {
  return gb >= 1000 && gb % 100 === 0 ? words.frame.tb(formats.number(gb / 1000)) : words.frame.gb(formats.number(gb));
}

/** A monthly commitment's price, and its saving compared with a month paid by the hour. */
function committed({ words, formats }: View, { hourlyOnly, price }: ShopPlan, term: 'monthlyMicros' | 'annualMicros'): Html {
  const micros = price?.[term] ?? null;
  if (hourlyOnly || price === null || micros === null) return html`<span class="none">–</span>`;
  const share = 1 - Number(micros) / (Number(price.hourlyMicros) * HOURS_PER_MONTH);
  const saving = share < 0.01 ? '' : html` <small>${words.gpus.model1.saving(formats.percent(share))}</small>`;
  return html`${formats.cadShort(micros)}${saving}`;
}

function deployLink(view: View, model: ShopModel, plan: ShopPlan): Html {
  const own = view.words.gpus.model1;
  switch (plan.state) {
    case 'soon':
      return html`<span class="none">–</span>`;
    case 'on_request':
      return html`<a
        href="${view.toConsole(`${siteLinks('').console}/support/new?subject=${encodeURIComponent(own.quoteFor(planTitle(view, plan)))}`)}"
        >${own.ask}<span class="unseen"> ${planTitle(view, plan)}</span></a
      >`;
    default:
      return html`<a
        class="button small${plan.spot ? ' quiet' : ''}"
        href="${view.toConsole(`${siteLinks('').console}/deploy?model=${encodeURIComponent(model.slug)}&plan=${encodeURIComponent(plan.id)}`)}"
        ><span data-plans="${plan.id}" data-state="${plan.state}" data-in-stock="${own.deploy}" data-sold-out="${own.tell}"
          >${plan.state === 'sold_out' ? own.tell : own.deploy}</span
        ><span class="unseen"> ${planTitle(view, plan)}</span></a
      >`;
  }
}

/** What to do if nothing can be deployed online. */
function note(view: View, model: ShopModel): Html | '' {
  const own = view.words.gpus.model1;
  const state = modelState(model);
  if (state === 'on_request') return html`<p class="notice">${own.askText}</p>`;
  return state === 'soon' ? html`<p class="notice">${own.soonText}</p>` : '';
}

function others(view: View, models: readonly ShopModel[]): Html | '' {
  if (models.length === 0) return '';
  return html`<section class="wrap" aria-labelledby="others-title">
    <h2 id="others-title">${view.words.gpus.model1.others}</h2>
    <ul class="chips">
      ${models.map((model) => html`<li><a href="${view.to(`/gpus/${model.slug}`)}">${model.name}</a></li>`)}
    </ul>
  </section>`;
}
