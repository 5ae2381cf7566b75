import { BACKUP_MONTHLY_MICROS } from '@boreal/contract/servers/backups.ts';
import { html } from 'hono/html';
import type { Html, Page, View } from '../page.ts';
import { memoryBeside } from '../parts/memory-beside.ts';
import { moment } from '../parts/moment.ts';
import { stockBadge } from '../parts/stock-badge.ts';
import { table } from '../parts/table.ts';
import { modelState, smallestPriced, type ShopModel } from '../shop.ts';

export async function gpus(view: View): Promise<Page> {
  const words = view.words.gpus;
  const shop = await view.sources.shop();
  return {
    title: words.title,
    description: words.description,
    section: 'gpus',
    body: html`<div class="page-head">
        <div class="wrap">
          <h1>${words.title}</h1>
          <p class="lead">${words.lead}</p>
        </div>
      </div>
      <section class="wrap">
        ${shop.models.length === 0 ? html`<p class="notice"><strong>${words.none}</strong> ${words.noneHint}</p>` : prices(view, shop.models)}
        <p class="updated">
          ${view.words.frame.updated} <span data-updated>${moment(view, shop.updatedAt)}</span
          ><span class="unseen" role="status" data-changes></span>
        </p>
        <p><a class="onward" href="${view.to('/calculator')}">${words.calculate}</a></p>
      </section>
      <section class="wrap" aria-labelledby="notes-title">
        <h2 id="notes-title">${words.notesTitle}</h2>
        <dl class="notes">
          ${words.notes(view.formats.cad(BACKUP_MONTHLY_MICROS)).map(
            ({ title, text }) =>
              html`<div>
                <dt>${title}</dt>
                <dd>${text}</dd>
              </div>`,
          )}
        </dl>
      </section>`,
  };
}

function prices(view: View, models: readonly ShopModel[]): Html {
  const { words, formats } = view;
  const none = html`<span class="none">–</span>`;
  const columns = [
    { title: words.gpus.model },
    { title: words.gpus.hourly, figures: true },
    { title: words.gpus.spotHourly, figures: true },
    { title: words.gpus.stock },
    { title: words.gpus.monthly, figures: true },
    { title: words.gpus.annual, figures: true },
    { title: words.gpus.sizes },
  ];
  const rows = models.map((model) => {
    const onDemand = smallestPriced(model, { spot: false })?.price ?? null;
    const spot = smallestPriced(model, { spot: true })?.price ?? null;
    const counts = [...new Set(model.plans.map(({ gpuCount }) => `×${formats.number(gpuCount)}`))];
    const ids = model.plans.map(({ id }) => id);
    return [
      html`<a href="${view.to(`/gpus/${model.slug}`)}">${model.name}</a>${memoryBeside(view, model)}`,
      onDemand === null ? none : formats.cad(onDemand.hourlyMicros),
      spot === null ? none : formats.cad(spot.hourlyMicros),
      stockBadge(view, modelState(model), ids),
      onDemand?.monthlyMicros == null ? none : formats.cadShort(onDemand.monthlyMicros),
      onDemand?.annualMicros == null ? none : formats.cadShort(onDemand.annualMicros),
      html`<span class="sizes">${counts.join(' ')}</span>`,
    ];
  });
  return table(columns, rows, { caption: words.gpus.tableCaption, stacks: true });
}
