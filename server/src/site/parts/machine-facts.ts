import { html } from 'hono/html';
import type { Html, View } from '../page.ts';
import type { ShopModel, ShopPlan } from '../shop.ts';

/** A model's CPU and network, as far as the operator has declared them; empty if nothing is declared. */
export function machineFacts(view: View, model: ShopModel): Html | '' {
  const own = view.words.gpus.machine;
  const rows = [
    { term: own.cpu, values: declared(view, model, 'cpuModel') },
    { term: own.network, values: declared(view, model, 'network') },
  ].filter(({ values }) => values.length > 0);
  if (rows.length === 0) return '';
  return html`<section class="wrap" aria-labelledby="machine-title">
    <h2 id="machine-title">${own.title}</h2>
    <dl class="spec">
      ${rows.map(
        ({ term, values }) =>
          html`<div>
            <dt>${term}</dt>
            ${values.map((value) => html`<dd>${value}</dd>`)}
          </div>`,
      )}
    </dl>
  </section>`;
}

/** A declared fact, with the sizes it applies to unless it applies to all. */
function declared({ words, formats }: View, { plans }: ShopModel, fact: 'cpuModel' | 'network'): string[] {
  const bySaid = Map.groupBy(plans, (plan: ShopPlan) => plan[fact]);
  return [...bySaid].flatMap(([value, of]) => {
    if (value === null) return [];
    if (of.length === plans.length) return [value];
    const sizes = [...new Set(of.map(({ gpuCount }) => words.gpus.model1.gpus(gpuCount)))];
    return [words.gpus.machine.of(formats.list(sizes), value)];
  });
}
