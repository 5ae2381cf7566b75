import { html } from 'hono/html';
import type { Html, View } from '../page.ts';
import type { ShopModel } from '../shop.ts';
import { whatFits } from '../what-fits.rules.ts';
import { table } from './table.ts';

/** Which language models fit the sizes of a GPU model, by the total memory of all GPUs. */
export function whatFitsTable({ words, formats }: View, model: ShopModel): Html | '' {
  const own = words.gpus.fits;
  const counts = [...new Set(model.plans.map(({ gpuCount }) => gpuCount))];
  if (counts.length === 0) return '';
  const columns = [
    { title: words.gpus.model1.size },
    { title: own.memory, figures: true },
    { title: own.bits16, figures: true },
    { title: own.bits8, figures: true },
    { title: own.bits4, figures: true },
    { title: own.training, figures: true },
  ];
  const rows = counts.map((count) => {
    const memoryGb = count * model.memoryGb;
    const { bits16, bits8, bits4, training } = whatFits(memoryGb);
    return [
      words.gpus.model1.gpus(count),
      words.frame.gb(formats.number(memoryGb)),
      ...[bits16, bits8, bits4, training].map((billions) => own.billions(formats.number(billions))),
    ];
  });
  return html`<section class="wrap" aria-labelledby="fits-title">
    <h2 id="fits-title">${own.title}</h2>
    ${table(columns, rows, { caption: own.caption(model.name), stacks: true })}
    <p class="updated">${own.rule}</p>
  </section>`;
}
