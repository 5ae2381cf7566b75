import { html } from 'hono/html';
import type { Html, View } from '../page.ts';
import type { PlanState } from '../shop.ts';

/**
 * The availability of something for sale. With plan ids, the page's script keeps it up to date: in stock while one of them is. On request
 * and not offered yet do not change.
 */
export function stockBadge({ words }: View, state: PlanState, plans: readonly string[] = []): Html {
  const labels = words.frame.stock;
  const live = plans.length > 0 && (state === 'in_stock' || state === 'sold_out');
  return live
    ? html`<span
        class="stock"
        data-state="${state}"
        data-plans="${plans.join(' ')}"
        data-in-stock="${labels.in_stock}"
        data-sold-out="${labels.sold_out}"
        >${labels[state]}</span
      >`
    : html`<span class="stock" data-state="${state}">${labels[state]}</span>`;
}
