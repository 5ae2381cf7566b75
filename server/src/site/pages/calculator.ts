import { siteLinks } from '@boreal/contract/words/links.ts';
import { html } from 'hono/html';
import {
  breakEvenHours,
  calculatedPlans,
  DAYS_A_MONTH,
  HOURS_A_DAY,
  toDeploy,
  usageOf,
  waysToPay,
  type CalculatedPlan,
  type Usage,
  type WayToPay,
} from '../calculator.rules.ts';
import type { Asked, Html, Page, View } from '../page.ts';

const MONTHS_A_YEAR = 12n;

/** A server's monthly cost. The question is in the URL, so that an answer can be shared. */
export async function calculator(view: View, { query }: Asked): Promise<Page> {
  const words = view.words.calculator;
  const plans = calculatedPlans(await view.sources.shop());
  const chosen = plans.find(({ plan }) => plan.id === query.get('plan')) ?? plans[0];
  const usage = usageOf(query);
  return {
    title: words.title,
    description: words.description,
    section: 'gpus',
    body: html`<div class="page-head">
        <div class="wrap">
          <p class="crumb"><a href="${view.to('/gpus')}">${view.words.gpus.model1.back}</a></p>
          <h1>${words.title}</h1>
          <p class="lead">${words.lead}</p>
        </div>
      </div>
      <section class="wrap">
        ${
          chosen === undefined
            ? html`<p class="notice">${view.words.gpus.none}</p>`
            : html`${form(view, { plans, chosen, usage })}
                <div class="result" data-result role="status">${result(view, chosen, usage)}</div>`
        }
      </section>`,
  };
}

function form(view: View, { plans, chosen, usage }: { plans: readonly CalculatedPlan[]; chosen: CalculatedPlan; usage: Usage }): Html {
  const words = view.words.calculator;
  const groups = Map.groupBy(plans, ({ plan }) => plan.modelName);
  return html`<form class="form" method="get" action="${view.to('/calculator')}" data-live>
    <div class="field">
      <label for="plan">${words.plan}</label>
      <select id="plan" name="plan">
        ${[...groups].map(
          ([model, of]) =>
            html`<optgroup label="${model}">
              ${of.map(
                ({ plan }) =>
                  html`<option value="${plan.id}" ${plan === chosen.plan ? html` selected` : ''}>
                    ${plan.gpuCount}× ${plan.modelName}
                  </option>`,
              )}
            </optgroup>`,
        )}
      </select>
    </div>
    ${number('hours', words.hours, usage.hours, HOURS_A_DAY)} ${number('days', words.days, usage.days, DAYS_A_MONTH)}
    <label class="check">
      <input type="checkbox" name="backups" ${usage.backups ? html` checked` : ''} /> <span>${words.backups}</span>
    </label>
    <button type="submit" class="button">${words.calculate}</button>
  </form>`;
}

function number(name: string, label: string, value: number, most: number): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="number" inputmode="numeric" min="1" max="${most}" step="1" required value="${value}" />
  </div>`;
}

function result(view: View, chosen: CalculatedPlan, usage: Usage): Html {
  const { words, formats } = view;
  const own = words.calculator;
  const hours = breakEvenHours(chosen);
  const { plan } = chosen;
  return html`<h2>${own.resultTitle(`${plan.gpuCount}× ${plan.modelName}`, formats.number(usage.hours * usage.days))}</h2>
    <ul class="ways">
      ${waysToPay(chosen, usage).map((way) => wayCard(view, way, chosen))}
    </ul>
    <p class="updated">${hours === null ? '' : `${own.breakEven(formats.number(hours))} `}${own.before}</p>`;
}

function wayCard(view: View, way: WayToPay, chosen: CalculatedPlan): Html {
  const { words, formats } = view;
  const own = words.calculator;
  return html`<li>
    <h3>${own.ways[way.kind]}${way.cheapest ? html` <span class="best">${own.cheapest}</span>` : ''}</h3>
    <p class="amount">${own.month(formats.cadCents(way.totalMicros))}</p>
    <p>${own.year(formats.cadCents(way.totalMicros * MONTHS_A_YEAR))}</p>
    <p>${meaning(view, way, chosen)}</p>
    <p class="actions">
      <a
        class="button small${way.cheapest ? '' : ' quiet'}"
        href="${view.toConsole(`${siteLinks('').console}/deploy?${toDeploy(chosen, way).toString()}`)}"
        >${own.deploy}<span class="unseen"> ${own.ways[way.kind]}</span></a
      >
    </p>
  </li>`;
}

function meaning({ words, formats }: View, way: WayToPay, { price, spotPrice }: CalculatedPlan): string {
  const own = words.calculator.meanings;
  const said = {
    hourly: () => own.hourly(formats.cad(price.hourlyMicros)),
    spot: () => own.spot(formats.cad(spotPrice?.hourlyMicros ?? 0n)),
    monthly: () => own.monthly,
    annual: () => own.annual,
  }[way.kind]();
  return way.backupMicros === 0n ? said : `${said} ${own.backups(formats.cadCents(way.backupMicros))}`;
}
